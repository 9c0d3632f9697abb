import { useMachine } from "@xstate/react";
import { createMachine, fromCallback } from "xstate";

const chatMachine = createMachine({
  initial: "offline",
  states: {
    offline: { on: { CONNECT: "online" } },
    online: {
      invoke: { src: fromCallback(({ sendBack }) => listen((text: string) => sendBack({ type: "TEXT", text }))) },
      initial: "reading",
      states: {
        reading: { on: { TEXT: { actions: "show" }, TYPE: "typing" } },
        typing: { on: { TEXT: { actions: "show" }, SEND: { target: "reading", actions: "send" } } },
      },
      on: { DISCONNECT: "offline" },
    },
  },
});

export function ChatBox({ name }: { name: string }) {
  const [state, send] = useMachine(chatMachine);
  const isUrl = /^https?:\/\/[^"'`]+$/;
  return (
    <section title='chat'>
      <p>Don't shout, {name} (it`s late)</p>
      {state.matches("offline") && <button onClick={() => send({ type: "CONNECT" })}>It's time</button>}
    </section>
  );
}

declare function listen(handler: (text: string) => void): () => void;
