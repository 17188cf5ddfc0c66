/** The page of examples/browser with React: a hook for a stream, a hook for the state of the connection, and a call. */
import { useEffect, useState, useSyncExternalStore } from "react";
import type { ReactElement } from "react";
import { createRoot } from "react-dom/client";
import { createClient, overWebSocket, safe } from "../../src/entries/client.ts";
import type { Subscription } from "../../src/entries/client.ts";
import type { Operations } from "../browser/operations.ts";

const settings = new URLSearchParams(location.hash.slice(1));
const connection = overWebSocket({
  url: `${settings.get("hub") ?? location.origin}/ws`,
  token: settings.get("key") ?? undefined,
});
const client = createClient<Operations>(connection);

/** The latest items of a stream. `open` must not change with each render. */
function useStream<T>(open: () => Subscription<T>, most = 20): readonly T[] {
  const [items, setItems] = useState<readonly T[]>([]);
  useEffect(() => {
    const stream = open();
    const read = async (): Promise<void> => {
      for await (const { data } of stream) setItems((before) => [data, ...before].slice(0, most));
    };
    read().catch((error: unknown) => console.warn("The stream has ended.", error));
    return () => void stream.return();
  }, [open, most]);
  return items;
}

const openTicker = () => client.news.ticker({});

function Ticker(): ReactElement {
  return (
    <ol aria-label="News">
      {useStream(openTicker).map(({ number, text }) => (
        <li key={number}>{text}</li>
      ))}
    </ol>
  );
}

function Greeting(): ReactElement {
  const [name, setName] = useState("Ada");
  const [answer, setAnswer] = useState("");
  const greet = async (): Promise<void> => {
    const greeting = await safe(client.news.greet({ name }, { timeoutMs: 5000 }));
    if (greeting.ok) setAnswer(greeting.data.text);
    else if (greeting.declared) setAnswer(`Not before ${greeting.error.details.until}`);
    else setAnswer(greeting.error.message);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void greet();
      }}
    >
      <label>
        Name <input value={name} onChange={({ target }) => setName(target.value)} />
      </label>{" "}
      <button>Greet</button> <output aria-label="Answer">{answer}</output>
    </form>
  );
}

function App(): ReactElement {
  const state = useSyncExternalStore(
    (tell) => connection.onState(tell),
    () => connection.state,
  );
  return (
    <>
      <h1>News</h1>
      <Greeting />
      <p>
        Connection: <output aria-label="Connection">{state}</output>
      </p>
      <Ticker />
    </>
  );
}

const root = document.getElementById("app");
if (root !== null) createRoot(root).render(<App />);
