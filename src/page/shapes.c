/* The shapes a URDF gives its links, for the picture. */
#include "page/page_internal.h"

void ulna_page_shapes(page_buffer *b, const ulna_model *model, const char *file)
{
  (void)b, (void)model, (void)file;
}
