// An imaginary board with a Cortex-M4: how it starts, and the registers by which firmware hears and shows something. It has no heap,
// so what asks for one is not linked. On other targets the registers are memory, to compare sizes.
#include "board.h"

#ifdef __arm__
#define REGISTERS ((volatile int *)0x40000000)

extern char stackTop[];
extern volatile int dataSource[], dataStart[], dataEnd[], bssEnd[];
int main(void);

void reset(void) {
    volatile int *source = dataSource, *target = dataStart;
    while (target < dataEnd) *target++ = *source++;
    while (target < bssEnd) *target++ = 0;
    main();
}

__attribute__((section(".vectors"), used)) static void *const vectors[] = {stackTop, (void *)reset};
#else
static volatile int registers[4];
#define REGISTERS registers
#endif

int nextEvent(void) { return REGISTERS[0]; }
void show(int state) { REGISTERS[1] = state; }
void reject(void) { REGISTERS[2] = 1; }
void light(int number) { REGISTERS[3] |= 1 << number; }

#ifdef __wasm__
// How `main` is called in WebAssembly.
int __main_argc_argv(int argc, char **argv);
__attribute__((export_name("_start"))) void start(void) { __main_argc_argv(0, 0); }
#endif
