import { createMachine } from "xstate";

enum Step {
  Address = "address",
  Payment = "payment",
  Review = "review",
}
const Events = { next: "NEXT", back: "BACK", help: "HELP" } as const;

export const checkoutWizard = createMachine({
  id: "wizard",
  initial: "form",
  states: {
    form: {
      initial: Step.Address,
      states: {
        [Step.Address]: { on: { [Events.next]: Step.Payment } },
        [Step.Payment]: { on: { [Events.next]: Step.Review, [Events.back]: { target: Step.Address } } },
        [Step.Review]: { on: { [Events.back]: Step.Payment, SEND: "#wizard.ordered" } },
        last: { type: "history" },
      },
      on: { [Events.help]: "help" },
    },
    help: { on: { CLOSE: "form.last", RESTART: "form" } },
    ordered: { type: "final" },
  },
} satisfies object);
