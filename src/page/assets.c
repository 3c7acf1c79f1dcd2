/* The script, the style and the WebAssembly of pages, taken in as they are: page/dist, made by `make page`. */
#include "page/assets.h"

/* PAGE_DIST: the folder, from the build. Hidden: the names stay in the library. */
#define INCLUDED(name, file)                                                                                 \
  __asm__(".section .rodata\n.global " #name "\n.hidden " #name "\n.global " #name "_end\n.hidden " #name    \
          "_end\n.balign 16\n" #name ":\n.incbin \"" PAGE_DIST "/" file "\"\n" #name                         \
          "_end:\n.byte 0\n.previous\n")

INCLUDED(ulna_page_script, "page.js");
INCLUDED(ulna_page_style, "page.css");
INCLUDED(ulna_page_core, "core.wasm");
