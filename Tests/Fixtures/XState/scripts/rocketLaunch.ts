import { createMachine, log } from "xstate";

export const rocketLaunch = createMachine({
  id: "rocket",
  type: "parallel",
  states: {
    fuel: { initial: "filling", states: { filling: { on: { full: "done" } }, done: { type: "final", entry: log("fuel") } } },
    crew: {
      initial: "boarding",
      states: { boarding: { on: { aboard: "seated" } }, seated: { on: { leave: "boarding", strap: "done" } }, done: { type: "final" } },
    },
  },
});
