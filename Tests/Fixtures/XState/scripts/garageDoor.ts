import { assign, setup } from "xstate";

type Event = { type: "press" } | { type: "reached" } | { type: "blocked" };

export const garageDoor = setup({
  types: { context: {} as { moves: number }, events: {} as Event },
  guards: { hasPower: ({ context }) => context.moves < 1_000 },
  actions: {
    countMove: assign({ moves: ({ context }) => context.moves + 1 }),
    stopMotor: () => console.log("stopped, and it's quiet"),
  },
}).createMachine({
  id: "garageDoor",
  context: { moves: 0 },
  initial: "closed",
  states: {
    closed: { on: { press: { target: "opening", guard: "hasPower" } } },
    opening: {
      entry: "countMove",
      exit: ["stopMotor"],
      on: { reached: "open", press: "closing", blocked: { actions: ({ event }) => console.log(event) } },
    },
    open: { on: { press: { target: "closing", guard: { type: "hasPower" } } } },
    closing: { exit: "stopMotor", on: { reached: "closed", blocked: "opening", press: "opening" } },
  },
});
