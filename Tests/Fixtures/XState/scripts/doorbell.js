import { Machine, assign } from "xstate";

// The words of XState 4.
export const doorbell = Machine(
  {
    id: "doorbell",
    initial: "quiet",
    context: { rings: 0 },
    states: {
      quiet: {
        onEntry: "lampOff",
        on: {
          RING: [{ target: "muted", cond: (context) => context.rings > 9 }, { target: "ringing" }],
          DUST: undefined,
        },
      },
      ringing: {
        onEntry: ["lampOn", assign({ rings: (context) => context.rings + 1 })],
        onExit: "lampOff",
        on: { RING: "ringing", NOD: { target: "ringing", internal: true, actions: "count" }, ANSWER: "quiet" },
      },
      muted: { on: { "": { target: "quiet", cond: "isMorning" }, ANSWER: "quiet" } },
    },
    on: { RESET: "quiet" },
  },
  { guards: { isMorning: () => new Date().getHours() > 6 } },
);
