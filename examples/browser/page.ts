/**
 * A page without a framework: calls over HTTP, and streams over WebSocket, over HTTP and through the browser's own
 * `EventSource`.
 */
import { createClient, overHTTP, overWebSocket, safe } from "../../src/entries/client.ts";
import type { Operations } from "./operations.ts";

const settings = new URLSearchParams(location.hash.slice(1));
const hub = settings.get("hub") ?? location.origin;
const token = settings.get("key") ?? undefined;

const http = createClient<Operations>(overHTTP({ url: hub, token }));
const connection = overWebSocket({ url: `${hub}/ws`, token });
const socket = createClient<Operations>(connection);

const element = (selector: string): HTMLElement => document.querySelector<HTMLElement>(selector) as HTMLElement;
const show = (where: string, text: string): void => {
  const line = document.createElement("li");
  line.textContent = text;
  element(`section[aria-label="${where}"] ol`).prepend(line);
};

connection.onState(({ state }) => (element("#state").textContent = state));

element("#greeting").addEventListener("submit", (event) => {
  event.preventDefault();
  void greet(document.querySelector<HTMLInputElement>("[name=name]")?.value ?? "");
});

/** Declared errors are typed values: `details.until` is a string. */
async function greet(name: string): Promise<void> {
  const greeting = await safe(http.news.greet({ name }, { timeoutMs: 5000 }));
  if (greeting.ok) element("#answer").textContent = greeting.data.text;
  else if (greeting.declared) element("#answer").textContent = `Not before ${greeting.error.details.until}`;
  else element("#answer").textContent = greeting.error.message;
}

/** After a cut, or a restart of the hub, both continue with the item after their last one. */
async function follow(where: string, client: typeof http): Promise<void> {
  try {
    for await (const { data } of client.news.ticker({})) show(where, data.text);
  } catch (error) {
    show(where, String(error));
  }
}
void follow("WebSocket", socket);
void follow("HTTP", http);

// The browser does the same by itself. It stops when the stream has ended, because the hub answers with 204.
const source = new EventSource(`${hub}/news/ticker?to=40`);
source.addEventListener("message", ({ data }: MessageEvent<string>) =>
  show("EventSource", (JSON.parse(data) as { text: string }).text),
);
source.addEventListener("error", () => {
  if (source.readyState === EventSource.CLOSED) element("#source").textContent = "ended";
});
