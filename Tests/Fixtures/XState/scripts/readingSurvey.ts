import { createMachine } from "xstate";

export const readingSurvey = createMachine({
  id: "survey",
  initial: "Begin",
  states: {
    Begin: { on: { start: "Questions" } },
    Questions: {
      initial: "First",
      states: { First: { on: { answer: "Second" } }, Second: { on: { answer: "End", back: "First" } }, End: { type: "final" } },
      onDone: "End",
      on: { quit: "End" },
    },
    End: { type: "final" },
  },
});
