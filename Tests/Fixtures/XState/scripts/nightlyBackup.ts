import { createMachine } from "xstate";

export const nightlyBackup = createMachine({
  id: "backup",
  initial: "waiting",
  states: {
    waiting: { on: { midnight: "copying" } },
    copying: {
      invoke: [
        { src: "copyFiles", onDone: { actions: "noteFirst" } },
        { src: "copyFiles", onDone: "checking", onError: "waiting" },
      ],
      after: { tooLong: "waiting" },
    },
    checking: { always: [{ target: "waiting", guard: "isWhole" }], on: { repair: "copying" } },
  },
});
