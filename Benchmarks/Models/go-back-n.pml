/* The model of Sources/exploration/GoBackN.swift. WINDOW and CAPACITY come from the command line. */

#define MODULUS (WINDOW + 1)

chan data = [CAPACITY] of { byte };
chan acknowledgements = [CAPACITY] of { byte };

byte base, outstanding, expected;

/* Cleared after each step, so that they make no states of their own. */
byte received, progress;

active proctype protocol() {
    do
    :: d_step {  /* send */
        outstanding < WINDOW && nfull(data) ->
        data ! (base + outstanding) % MODULUS;
        outstanding++
    }
    :: d_step {  /* timeout */
        outstanding > 0 -> outstanding = 0
    }
    :: d_step {  /* lose data */
        nempty(data) -> data ? received; received = 0
    }
    :: d_step {  /* deliver data */
        nempty(data) && nfull(acknowledgements) ->
        data ? received;
        if
        :: received == expected -> expected = (expected + 1) % MODULUS
        :: else
        fi;
        received = 0;
        acknowledgements ! expected
    }
    :: d_step {  /* lose acknowledgement */
        nempty(acknowledgements) -> acknowledgements ? received; received = 0
    }
    :: d_step {  /* deliver acknowledgement */
        nempty(acknowledgements) ->
        acknowledgements ? received;
        progress = (received + MODULUS - base) % MODULUS;
        base = received;
        if
        :: progress < outstanding -> outstanding = outstanding - progress
        :: else -> outstanding = 0
        fi;
        received = 0;
        progress = 0
    }
    od
}
