/* Names of files that stand in files: whether they stay under a folder. */
#ifndef ULNA_TEXT_PATH_H
#define ULNA_TEXT_PATH_H

#include <stdbool.h>

/* Whether `name`, taken from `folder` ("": the working folder; else with its last slash), leads to something under that
 * folder: no way up by "..", and no symbolic link that leaves it. If the file does not exist, its folder is checked,
 * so that it may be made. */
bool ulna_path_stays(const char *folder, const char *name);

#endif
