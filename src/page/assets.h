/* What every page is made of, built into the library from page/dist by assets.c. */
#ifndef ULNA_PAGE_ASSETS_H
#define ULNA_PAGE_ASSETS_H

extern const char ulna_page_script[], ulna_page_script_end[];
extern const char ulna_page_style[], ulna_page_style_end[];
extern const char ulna_page_core[], ulna_page_core_end[];

#endif
