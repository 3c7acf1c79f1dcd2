/* What a test asks NumPy about a file (Debian: python3-numpy, in the group `test` of tools/packages). */
#ifndef ULNA_TESTS_PYTHON_H
#define ULNA_TESTS_PYTHON_H

/* Runs `code`, which asserts; it finds np, json, zipfile, `path` and, if that ends in .npz, `z`, what np.load gives. Fails
 * the test if the code does, or if there is no NumPy. */
void python_holds(const char *path, const char *code);

#endif
