import { createMachine } from "xstate";

const AMBER = 3_000;
const delays = { red: 30_000 };

const machine = createMachine({
  id: "trafficLight",
  initial: "green",
  states: {
    green: { after: { "60000": "amber" }, on: { walk: { target: "amber", guard: "isQuiet" } } },
    amber: { after: { [AMBER]: { target: "red" } } },
    red: {
      after: { [delays.red]: "green" },
      initial: "stop",
      states: { stop: { on: { walk: "hurry" } }, hurry: { on: { walk: "." } } },
    },
  },
});

export { machine as trafficLight };
