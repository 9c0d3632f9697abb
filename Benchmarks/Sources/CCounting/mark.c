#include "CCounting.h"

// The empty statement keeps the call.
__attribute__((noinline)) void benchmark_mark(void) { __asm__ volatile(""); }
