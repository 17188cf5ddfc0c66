import { CallError, messageOf } from "../../errors/call-error.ts";
import type { Channel, OpenChannelOptions } from "../../protocol/ports/channel.ts";
import { WebSocketChannel } from "./websocket-channel.ts";
import { loadWS } from "./load-ws.ts";
import type { WebSocketLike } from "./websocket-like.ts";

/** Opens a WebSocket: the runtime's own if there is one, otherwise that of the package `ws`. */
export async function openWebSocket(options: OpenChannelOptions): Promise<Channel> {
  const { url, maxTextBytes, signal } = options;
  const name = nameOf(url);
  const socket = await createSocket(options);
  await opened(socket, name, signal);
  return new WebSocketChannel(socket, { name, maxTextBytes });
}

/** Leaves out what may be a credential: user, password, query. */
function nameOf(url: string): string {
  try {
    const { protocol, host, pathname } = new URL(url);
    return `${protocol}//${host}${pathname}`;
  } catch (cause) {
    throw new CallError("VALIDATION_ERROR", "The url of a hub is like wss://hub.example/operations.", undefined, {
      cause,
    });
  }
}

async function createSocket({ url, maxTextBytes }: OpenChannelOptions): Promise<WebSocketLike> {
  const { WebSocket: Native } = globalThis as { WebSocket?: new (url: string) => WebSocketLike };
  if (Native !== undefined) return new Native(url);
  const { WebSocket } = await loadWS();
  return new WebSocket(url, {
    maxPayload: maxTextBytes,
    perMessageDeflate: false,
    autoPong: false,
    closeTimeout: 2000,
  });
}

function opened(socket: WebSocketLike, name: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      reject(new CallError("CONNECTION_LOST", `${name} is not reachable: ${why}`, undefined, { phase: "notStarted" }));
    };
    const giveUp = (): void => {
      fail("the attempt was given up");
      socket.close();
    };
    const settle = (): void => signal.removeEventListener("abort", giveUp);
    socket.addEventListener("open", () => {
      settle();
      resolve();
    });
    socket.addEventListener("error", (event) => {
      settle();
      const { error, message } = event as { error?: unknown; message?: unknown };
      fail(messageOf(error ?? (message || "the connection failed")));
    });
    socket.addEventListener("close", ({ code }) => {
      settle();
      fail(`it was closed (${code})`);
    });
    // After the listeners: to close a socket that is not open yet causes an error, and a listener has to take it.
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
  });
}
