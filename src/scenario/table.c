/* Tables of numbers from the CSV files that a scenario names. */
#include "scenario/loading.h"

/* An error in the CSV's own lines. */
static void say_fault(reader *r, const char *file, const csv_fault *f)
{
  const ulna_problem problem = {ULNA_ERROR, f->condition, file, f->line, f->column, "table", f->text};
  r->errors++;
  r->problems++;
  if (r->in->report && ulna_report_add(r->in->report, &problem) != ULNA_OK) r->status = ULNA_OUT_OF_MEMORY;
}

bool ulna_scenario_csv(loading *l, const node *file, where w, csv_table *table)
{
  const char *name;
  if (!ulna_yaml_text(&l->r, file, ulna_yaml_inside(w, "file"), &name)) return false;
  char *path = ulna_scenario_path(l, file, w, name), *text = NULL;
  if (!path) return false;
  size_t length = 0;
  ulna_report *found = NULL;  // the file's fault is told where the scenario names it
  if (ulna_report_create(l->r.in->allocator, &found) != ULNA_OK) {
    l->r.status = ULNA_OUT_OF_MEMORY;
    return false;
  }
  const ulna_status status = ulna_text_read_file(path, &l->r.memory, found, &text, &length);
  if (status == ULNA_CANNOT_READ)
    SAY(l, "cannot read", file, w, "cannot read %.200s: %s", path,
        ulna_report_count(found, ULNA_NOTE) ? ulna_report_get(found, 0)->text : "");
  else if (status != ULNA_OK) l->r.status = status;
  ulna_report_destroy(found);
  if (status != ULNA_OK) return false;
  csv_fault fault;
  if (ulna_csv_read(&l->r.memory, text, length, table, &fault)) return true;
  if (l->r.memory.failed) l->r.status = ULNA_OUT_OF_MEMORY;
  else say_fault(&l->r, path, &fault);
  return false;
}

double *ulna_csv_column(loading *l, const csv_table *table, int column)
{
  double *copy = ulna_scenario_take(l, (size_t)table->rows, sizeof *copy);
  for (int i = 0; i < table->rows && copy; i++)
    copy[i] = table->numbers[(size_t)i * (size_t)table->columns + (size_t)column];
  return copy;
}
