import { messageOf, notStarted } from "../../errors/call-error.ts";
import type { Channel, OpenChannelOptions } from "../../protocol/ports/channel.ts";
import { WebSocketChannel } from "./websocket-channel.ts";
import type { WebSocketChannelOptions } from "./websocket-channel.ts";
import type { WebSocketLike } from "./websocket-like.ts";

/** Makes the channel of a WebSocket that is open. */
type CreateChannel = (socket: WebSocketLike, options: WebSocketChannelOptions) => Channel;

interface NativeSockets {
  readonly WebSocket?: new (url: string) => WebSocketLike;
  readonly navigator?: { readonly userAgent?: string };
}

type CreateSocket = (options: OpenChannelOptions) => Promise<WebSocketLike>;

/** Opens a WebSocket: that of the package `ws` on Node, the runtime's own elsewhere. */
export async function openWebSocket(
  options: OpenChannelOptions,
  createChannel: CreateChannel = (socket, own) => new WebSocketChannel(socket, own),
  createSocket: CreateSocket = createAnySocket,
): Promise<Channel> {
  const { url, maxTextBytes, signal } = options;
  const name = nameOf(url);
  const socket = await createSocket(options);
  await opened(socket, name, signal);
  return createChannel(socket, { name, maxTextBytes });
}

/** Leaves out what may be a credential: user, password, query. */
function nameOf(url: string): string {
  try {
    const { protocol, host, pathname } = new URL(url);
    return `${protocol}//${host}${pathname}`;
  } catch (cause) {
    throw notStarted("VALIDATION_ERROR", "The url of a hub is like wss://hub.example/operations.", cause);
  }
}

async function createAnySocket({ url, maxTextBytes }: OpenChannelOptions): Promise<WebSocketLike> {
  const { WebSocket: Native, navigator } = globalThis as NativeSockets;
  // Node has its own since version 22. That does not say why a connection failed, and takes texts far over our limit.
  if (Native !== undefined && !navigator?.userAgent?.startsWith("Node")) return new Native(url);
  // Loaded only when it is needed. Browsers never need it.
  const { createNodeWebSocket } = await import("./node-websocket.ts");
  return await createNodeWebSocket(url, maxTextBytes);
}

function opened(socket: WebSocketLike, name: string, signal: AbortSignal): Promise<void> {
  const settled = new AbortController();
  return new Promise<void>((resolve, reject) => {
    const fail = (why: string): void => reject(notStarted("CONNECTION_LOST", `${name} is not reachable: ${why}`));
    const giveUp = (): void => {
      fail("it was given up");
      socket.close();
    };
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", (event) => {
      const { error, message } = event as { error?: unknown; message?: unknown };
      fail(messageOf(error ?? (message || "the connection failed")));
    });
    socket.addEventListener("close", ({ code }) => fail(`it was closed (${code})`));
    // This comes after the listeners, because closing a socket that is not open yet causes an error, which one of them
    // has to handle.
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp, { signal: settled.signal });
  }).finally(() => settled.abort());
}
