/* Sines and cosines for generated code, by vector types: what number/sine_cosine.h does, as text. */
#include "generate/generate_internal.h"

/* @ stands for the prefix, # for the number of lanes. */
static const char double_text[] =
    "typedef long long @_bits __attribute__((vector_size(# * sizeof(long long))));\n"
    "\n"
    "/* x = k pi/2 + r, |r| <= pi/4, r in two doubles; two polynomials of r^2; the last bits of k swap and set signs.\n"
    " * Below 1 ulp up to 1e5; beyond, the C library (@_far). */\n"
    "static inline void @_sines(const @_lanes *angle, @_lanes *sine, @_lanes *cosine)\n"
    "{\n"
    "  const @_lanes x = *angle;\n"
    "  const @_lanes shifted = x * 0.63661977236758138 + 6755399441055744.0;\n"
    "  const @_lanes k = shifted - 6755399441055744.0;\n"
    "  const @_lanes a = x - k * 1.5707963267341256;\n"
    "  const @_lanes b = a - k * 6.077100506303966e-11;\n"
    "  const @_lanes b_low = (a - b) - k * 6.077100506303966e-11;\n"
    "  const @_lanes r = b - k * 2.0222662487959506e-21;\n"
    "  const @_lanes r_low = ((b - r) - k * 2.0222662487959506e-21) + b_low;\n"
    "  const @_lanes z = r * r, z2 = z * z, half = 0.5 * z;\n"
    "  const @_lanes S = (z * 0.0083333333333221148 - 0.1666666666666663) +\n"
    "                    z2 * ((z * 2.7557313620363718e-06 - 0.00019841269829586698) +\n"
    "                          z2 * (z * 1.5896220280676084e-10 - 2.5050747597512068e-08));\n"
    "  const @_lanes C = (0.041666666666666595 - z * 0.0013888888888873051) +\n"
    "                    z2 * ((2.480158728884856e-05 - z * 2.7557314178365629e-07) +\n"
    "                          z2 * (2.0875700712401933e-09 - z * 1.1358529660907827e-11));\n"
    "  const @_lanes s = r + ((z * r) * S + (r_low - half * r_low)), less = 1.0 - half;\n"
    "  const @_lanes c = less + (((1.0 - less) - half) + (z2 * C - r * r_low));\n"
    "  const @_bits n = (@_bits)shifted, swap = -(n & 1);\n"
    "  const @_bits u = (@_bits)s, v = (@_bits)c;\n"
    "  *sine = (@_lanes)(((swap & v) | (~swap & u)) ^ (((n >> 1) & 1) << 63));\n"
    "  *cosine = (@_lanes)(((swap & u) | (~swap & v)) ^ ((((n + 1) >> 1) & 1) << 63));\n"
    "}\n"
    "\n"
    "static void @_far(const @_lanes *x, @_lanes *sine, @_lanes *cosine)\n"
    "{\n"
    "  for (int i = 0; i < #; i++)\n"
    "    if (!((*x)[i] <= 1e5 && (*x)[i] >= -1e5)) (*sine)[i] = sin((*x)[i]), (*cosine)[i] = cos((*x)[i]);\n"
    "}\n"
    "\n";

static const char single_text[] =
    "typedef int @_bits __attribute__((vector_size(# * sizeof(int))));\n"
    "\n"
    "/* x = k pi/2 + r, |r| <= pi/4; two polynomials of r^2; the last bits of k swap and set signs.\n"
    " * Below 2 ulp up to 8000; beyond, the C library (@_far). */\n"
    "static inline void @_sines(const @_lanes *angle, @_lanes *sine, @_lanes *cosine)\n"
    "{\n"
    "  const @_lanes x = *angle;\n"
    "  const @_lanes shifted = x * 0.636619772f + 12582912.0f;\n"
    "  const @_lanes k = shifted - 12582912.0f;\n"
    "  const @_lanes r = ((x - k * 1.5703125f) - k * 0.000483751297f) - k * 7.54953362e-08f - k * 2.56334407e-12f;\n"
    "  const @_lanes z = r * r;\n"
    "  const @_lanes s = r + (z * r) * ((z * -0.000195172339f + 0.008332178f) * z - 0.166666552f);\n"
    "  const @_lanes c = 1.0f - 0.5f * z + z * z * ((z * 2.44383791e-05f - 0.00138873665f) * z + 0.0416666456f);\n"
    "  const @_bits n = (@_bits)shifted, swap = -(n & 1);\n"
    "  const @_bits u = (@_bits)s, v = (@_bits)c;\n"
    "  *sine = (@_lanes)(((swap & v) | (~swap & u)) ^ (((n >> 1) & 1) << 31));\n"
    "  *cosine = (@_lanes)(((swap & u) | (~swap & v)) ^ ((((n + 1) >> 1) & 1) << 31));\n"
    "}\n"
    "\n"
    "static void @_far(const @_lanes *x, @_lanes *sine, @_lanes *cosine)\n"
    "{\n"
    "  for (int i = 0; i < #; i++)\n"
    "    if (!((*x)[i] <= 8e3f && (*x)[i] >= -8e3f)) (*sine)[i] = sinf((*x)[i]), (*cosine)[i] = cosf((*x)[i]);\n"
    "}\n"
    "\n";

void ulna_emit_sines(writer *w, const generation *all, int lanes)
{
  for (const char *c = all->options->single ? single_text : double_text; *c; c++) {
    const char one[2] = {*c, 0};
    if (*c == '@') put(w, all->options->prefix);
    else if (*c == '#') putf(w, "%d", lanes);
    else put(w, one);
  }
}
