import { and, createMachine, not, or, stateIn } from "xstate";

export const aquarium = createMachine({
  id: "aquarium",
  type: "parallel",
  states: {
    heater: {
      initial: "off",
      states: {
        off: { on: { cold: { target: "on", guard: and(["isFull", not("isNight")]) } } },
        on: { on: { warm: "off", emptied: "off" } },
      },
    },
    pump: {
      initial: "off",
      states: {
        off: { on: { tick: { target: "on", guard: stateIn({ heater: "on" }) } } },
        on: { on: { tick: { target: "off", guard: or([stateIn("#aquarium.heater.off"), "isNight"]) } } },
      },
    },
  },
});
