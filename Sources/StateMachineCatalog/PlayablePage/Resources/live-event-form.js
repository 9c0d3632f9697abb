// A form for an event with any payload, made from what the app says of its events.

/** @import { Field, Shape } from "./live-event-fields.js" */
/** @import { LiveMachine, LiveRecord } from "./live-machine.js" */
import { byID, element } from "./elements.js";
import { choosing, field, Mistake } from "./live-event-fields.js";

/**
 * @typedef {{ shape: Shape, samples: any[] }} Description
 * @typedef {{ outcome?: string, reason?: string, place?: string[] }} Answer What became of an event.
 */

/** What is said where there is no form. */
const notes = {
  nothing: "",
  samples:
    "This app accepts only sample events from this page. It accepts other payloads if its events are Codable and it " +
    "passes .values to inspect(accepting:).",
};

export class EventForm {
  /** @type {(live: LiveMachine) => Promise<LiveRecord>} */
  #ask;
  /** @type {(json: string) => Promise<Answer>} */
  #send;
  /** @type {string | null} The app and the machine that the form is for. */
  #key = null;
  /** @type {Field | null} */
  #field = null;
  #fields = element("div");
  #outcome = element("p", { id: "payload-outcome", role: "status", class: "quiet" });
  #note = element("p", { id: "payload-note", class: "quiet" }, "");
  #panel = element(
    "details",
    { id: "payload-panel", hidden: true },
    element("summary", {}, "Send any payload"),
    element(
      "form",
      {
        novalidate: true,
        submit: (event) => {
          event.preventDefault();
          this.#submit();
        },
      },
      this.#fields,
      element("p", { class: "tools" }, element("button", { type: "submit", id: "payload-send" }, "Send to the app")),
      this.#outcome,
    ),
  );

  /**
   * @param {(live: LiveMachine) => Promise<LiveRecord>} ask Asks the app for a description of its events.
   * @param {(json: string) => Promise<Answer>} send
   */
  constructor(ask, send) {
    [this.#ask, this.#send] = [ask, send];
    byID("samples-note").after(this.#panel, this.#note);
  }

  /** Shows the form of a machine, if its app accepts any payload. @param {LiveMachine | undefined} live @param {boolean} isOver */
  show(live, isOver) {
    const accepts = live?.accepts ?? [];
    const hasForm = live !== undefined && accepts.includes("values") && !isOver;
    this.#panel.hidden = !hasForm;
    this.#note.textContent = accepts.includes("samples") && !accepts.includes("values") ? notes.samples : notes.nothing;
    if (!hasForm) return;
    const key = `${live.session} ${live.number}`;
    if (key === this.#key) return;
    this.#key = key;
    this.#fields.replaceChildren("The app is asked for the fields.");
    this.#outcome.textContent = "";
    this.#field = null;
    this.#ask(live).then((answer) => {
      if (this.#key === key) this.#fill(answer);
    });
  }

  /** @param {LiveRecord} answer */
  #fill({ outcome, reason, events }) {
    if (outcome !== "described" || !events) {
      this.#fields.replaceChildren(`The form is not available: ${reason ?? "the app has not described its events."}`);
      // An app that was not there is asked again.
      if (outcome === "not sent") this.#key = null;
      return;
    }
    const { shape, samples } = /** @type {Description} */ (events);
    this.#field = shape.kind === "cases" ? choosing("Event", shape, samples) : field("Event", shape, samples[0]);
    this.#fields.replaceChildren(this.#field.element);
  }

  async #submit() {
    if (!this.#field) return;
    for (const marked of this.#panel.querySelectorAll("[aria-invalid]")) marked.removeAttribute("aria-invalid");
    for (const error of this.#panel.querySelectorAll(".error")) error.textContent = "";
    const sent = this.#field;
    try {
      this.#outcome.textContent = "Sending.";
      const { outcome, reason, place } = await this.#send(sent.json() ?? "null");
      const isDecoded = !place;
      this.#outcome.textContent = isDecoded ? [outcome, reason].filter((text) => text).join(": ") : "Not sent.";
      if (place && sent === this.#field) this.#mark(sent.find(place), reason ?? "");
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      this.#outcome.textContent = "Not sent.";
      this.#mark(error.control, error.message);
    }
  }

  /** Shows an error at its field. @param {import("./live-event-fields.js").Control} control @param {string} message */
  #mark({ input, error }, message) {
    input.setAttribute("aria-invalid", "true");
    error.textContent = message.replace(/^the event cannot be decoded: /, "");
    input.focus();
  }
}
