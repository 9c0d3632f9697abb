#ifndef PAGE_FILES_H
#define PAGE_FILES_H

/// Returns the contents of a file that is compiled into the program, ended by a zero, or `NULL` if there is no such file.
const unsigned char *_Nullable state_machine_page_file(const char *_Nonnull name);

#endif
