import { assign, createMachine, fromPromise } from "xstate";

const compress = fromPromise(async ({ input }: { input: { file: Blob } }) => shrink(input.file));

export default createMachine({
  /** @xstate-layout is a comment, createMachine({}) as well */
  id: "photoUpload",
  initial: "idle",
  context: { tries: 0, file: undefined as Blob | undefined },
  states: {
    idle: {
      on: {
        choose: {
          target: "compressing",
          guard: ({ event }) => /\.(jpe?g|png)$/i.test(event.name) && event.size < 10 * 1024,
          actions: assign({ file: ({ event }) => event.file }),
        },
      },
    },
    compressing: {
      invoke: {
        src: compress,
        input: ({ context }) => ({ file: context.file! }),
        onDone: { target: "sending", actions: assign({ file: ({ event }) => event.output }) },
        onError: "failed",
      },
    },
    sending: {
      invoke: {
        id: "send",
        src: fromPromise(() => fetch(`https://example.com/${Math.random()}`)),
        onDone: "sent",
        onError: [{ target: "sending", reenter: true, guard: ({ context: { tries } }) => tries < 3 }, "failed"],
      },
      on: { cancel: "idle" },
    },
    failed: { on: { retry: "compressing", cancel: { target: "idle" } } },
    sent: { type: "final" },
  },
});

declare function shrink(file: Blob): Promise<Blob>;
