/* Progress of long work, drawn over itself on a terminal and told in plain lines elsewhere. */
#include "progress.h"
#include "base/clock.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli.h"
#include "colour.h"

static bool shown;

/* Columns of the terminal; a line that is longer would wrap and could not be drawn over. */
static int columns(void)
{
  struct winsize size;
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

/* "[####....]  42 %  …", in the place of the line before; the bar takes what the text leaves, if that is worth it. */
static void draw(double fraction, const char *text)
{
  enum { MOST = 40, LEAST = 8, AROUND = 10 };
  char bar[MOST + 1];
  const int length = (int)strlen(text), room = columns() - 1;  // the last column is the cursor's
  const int left = room - AROUND - length, width = left > MOST ? MOST : left < LEAST ? 0 : left;
  const int full = fraction >= 1 ? width : (int)(fraction * width);
  memset(bar, '#', (size_t)full);
  memset(bar + full, '.', (size_t)(width - full));
  bar[width] = '\0';
  if (width > 0)
    fprintf(stderr, "\r\033[K[%s%s%s] %3.0f %%  %s", colour_code(stderr, COLOUR_CYAN), bar,
            colour_code(stderr, COLOUR_NONE), 100 * fraction, text);
  else fprintf(stderr, "\r\033[K%3.0f %%  %.*s", 100 * fraction, room > 7 ? room - 7 : 0, text);
  shown = true;
}

void progress_show(long long count, double fraction)
{
  static int wanted = -1;
  static double start, last;
  if (wanted < 0) {
    wanted = isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO);
    start = last = clock_seconds();
  }
  if (!wanted || count % 64 != 0) return;
  const double t = clock_seconds();
  if (t - start < 0.3 || t - last < 0.1) return;
  last = t;
  const double rate = (double)count / (t - start);
  if (fraction < 0) {
    char plain[60];
    snprintf(plain, sizeof plain, "%lld states, %.0f/s", count, rate);
    fprintf(stderr, "\r\033[K%.*s", columns() - 1, plain);
    shown = true;
    return;
  }
  const double left = fraction > 0 ? (t - start) * (1 - fraction) / fraction : 0;
  char text[120];
  snprintf(text, sizeof text, "%lld states, %.0f/s, %.0f s left", count, rate, left);
  draw(fraction, text);
}

/* "12 s", "3 min 20 s", "2 h 5 min", "17 days" */
static void span(double seconds, char *text, size_t size)
{
  const double s = ceil(seconds);
  if (!(s < 1e9)) snprintf(text, size, "ages");
  else if (s < 60) snprintf(text, size, "%.0f s", s);
  else if (s < 3600) snprintf(text, size, "%d min %d s", (int)s / 60, (int)s % 60);
  else if (s < 48 * 3600) snprintf(text, size, "%d h %d min", (int)s / 3600, (int)s / 60 % 60);
  else snprintf(text, size, "%.0f days", s / 86400);
}

/* At most five characters for what a run shows, so that the bar has its room at 80 columns however fast the run is. */
static void brief(double x, char *text, size_t size)
{
  snprintf(text, size, fabs(x) < 100 ? "%.3g" : fabs(x) < 1e5 ? "%.0f" : "%.1g", x);
}

void progress_run(double t, double duration)
{
  static int terminal = -1;
  static double start, next;
  const double now = clock_seconds();
  if (terminal < 0) {
    terminal = isatty(STDERR_FILENO);
    start = now;
    next = start + (terminal ? 0.3 : 2);
  }
  if (now < next) return;
  const double elapsed = now - start, fraction = duration > 0 ? fmin(t / duration, 1) : 1;
  char left[40], at[24], end[24], speed[24], text[160];
  span(fraction > 0 ? elapsed * (1 - fraction) / fraction : (double)INFINITY, left, sizeof left);
  brief(t, at, sizeof at), brief(duration, end, sizeof end), brief(t / elapsed, speed, sizeof speed);
  snprintf(text, sizeof text, "t = %s of %s s, %s times real time, %s left", at, end, speed, left);
  if (terminal) {
    next = now + 0.1;
    draw(fraction, text);
  } else {
    next = now + fmax(2, elapsed / 4);
    fprintf(stderr, "ulna simulate: %.0f %%, %s\n", 100 * fraction, text);
  }
}

void progress_clear(void)
{
  if (shown) fputs("\r\033[K", stderr);
  shown = false;
}
