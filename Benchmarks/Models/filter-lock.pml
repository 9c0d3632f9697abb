/* The model of Sources/exploration/FilterLock.swift. N, the number of processes, comes from the command line: 3 to 6. */

byte levels[N], last[N];

#define LOWER(other) (other == _pid || levels[other] < level)

#if N > 3
#define LOWER_3 LOWER(3)
#else
#define LOWER_3 true
#endif
#if N > 4
#define LOWER_4 LOWER(4)
#else
#define LOWER_4 true
#endif
#if N > 5
#define LOWER_5 LOWER(5)
#else
#define LOWER_5 true
#endif

active [N] proctype process() {
    byte level = 1;
    do
    :: level < N ->
        levels[_pid] = level;
        last[level] = _pid;
        d_step {  /* wait */
            last[level] != _pid || (LOWER(0) && LOWER(1) && LOWER(2) && LOWER_3 && LOWER_4 && LOWER_5) ->
            level++
        }
    :: else ->
        d_step {  /* critical */
            levels[_pid] = 0;
            level = 1
        }
    od
}
