// What Swift asks of a C library, where there is none: WASI for what is printed, and a heap.
typedef __SIZE_TYPE__ size_t;

struct Bytes {
    const void *start;
    size_t count;
};

__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_write")))
int fdWrite(int file, const struct Bytes *parts, size_t partCount, size_t *written);

int putchar(int character) {
    char byte = (char)character;
    struct Bytes line = {&byte, 1};
    size_t written;
    return fdWrite(1, &line, 1, &written) == 0 ? character : -1;
}

// A short program never needs anything again that it has given back.
static _Alignas(16) char heap[1 << 18];
static size_t used;

int posix_memalign(void **result, size_t alignment, size_t size) {
    size_t start = (used + alignment - 1) & -alignment;
    if (start > sizeof heap || size > sizeof heap - start) return 12;
    used = start + size;
    *result = heap + start;
    return 0;
}

void free(void *memory) {}

// For seeds of hash tables: any will do.
void arc4random_buf(void *target, size_t count) {
    for (char *byte = target; count > 0; count--) *byte++ = 42;
}

int memcmp(const void *left, const void *right, size_t count) {
    const unsigned char *a = left, *b = right;
    for (; count > 0; count--, a++, b++)
        if (*a != *b) return *a - *b;
    return 0;
}

// How `main` is called in WebAssembly.
int __main_argc_argv(int argc, char **argv);

__attribute__((export_name("_start"))) void start(void) { __main_argc_argv(0, 0); }
