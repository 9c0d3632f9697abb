import { setup } from "xstate";

export const shoppingCart = setup({}).createMachine({
  id: "cart",
  initial: "empty",
  states: {
    empty: { on: { "item.add": "filled" } },
    filled: {
      entry: "showTotal",
      exit: "hideTotal",
      initial: "viewing",
      states: { viewing: { on: { edit: "editing" } }, editing: { on: { "item.*": { actions: "update" }, edit: "viewing" } } },
      on: {
        "item.add": { target: ".viewing" },
        "item.remove": [{ target: "empty", guard: "isLast" }, { actions: "remove" }],
        refresh: { target: "filled", reenter: true },
        collapse: ".",
        pay: "paid",
        "*": { actions: "logUnknown" },
      },
    },
    paid: { type: "final" },
  },
});
