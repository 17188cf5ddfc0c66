/** A hub and its spokes, which end with the test. */
import { createServer, connect } from "node:net";
import type { Credential } from "../../operation/authenticate.ts";
import type { AddressInfo, Socket } from "node:net";
import { Type } from "typebox";
import { afterEach, expect } from "vitest";
import type { CallError } from "../../errors/call-error.ts";
import { serveWebSocket } from "../../entries/serve-websocket.ts";
import type { PeerServerOptions, WebSocketService } from "../../entries/serve-websocket.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import type { OperationContext } from "../../operation/operation-context.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { connectSpoke } from "../../entries/websocket.ts";
import type { ConnectSpokeOptions, Spoke } from "../../entries/websocket.ts";

const cleanups: Array<() => unknown> = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Tokens are names, with scopes behind a colon: `ada:offer:math,task:read`. */
export function authenticateByName({ token }: Credential): { id: string; scopes: string[] } | undefined {
  const [, id, scopes = ""] = /^(\w+):?(.*)$/.exec(token) ?? [];
  return id === undefined || id === "nobody" ? undefined : { id, scopes: scopes.split(",") };
}

export interface StartedHub {
  readonly hub: WebSocketService;
  readonly registry: OperationRegistry;
  readonly url: string;
  readonly port: number;
}

export async function startHub(options: Partial<PeerServerOptions> & { port?: number } = {}): Promise<StartedHub> {
  const { registry = new OperationRegistry(), port = 0 } = options;
  const hub = serveWebSocket({ authenticate: authenticateByName, ...options, registry });
  cleanups.push(() => hub.close());
  const server = await hub.listen({ port });
  return { hub, registry, url: server.url, port: server.port };
}

export async function startSpoke(url: string, options: Partial<ConnectSpokeOptions> = {}): Promise<Spoke> {
  const spoke = await connectSpoke({ url, token: "ada:offer:*", ...options });
  cleanups.push(() => spoke.close());
  return spoke;
}

/** An operation that runs a function of the test. */
export function operation(
  id: string,
  run: (input: unknown, context: OperationContext) => unknown,
  scopes: string[] = [],
) {
  const dot = id.lastIndexOf(".");
  return defineOperation({
    name: id.slice(dot + 1),
    namespace: id.slice(0, dot),
    version: "1.0.0",
    type: OperationType.MUTATION,
    description: "For the tests",
    inputSchema: Type.Unknown(),
    outputSchema: Type.Unknown(),
    accessControl: { requiredScopes: scopes },
    handler: run,
  });
}

export interface Proxy {
  readonly port: number;
  /** From now on nothing passes, and neither side is informed. */
  freeze(): void;
  /** Cuts every connection. */
  cut(): void;
}

/** A route to a port on this machine that can break. */
export async function startProxy(target: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
    }
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  cleanups.push(() => {
    cut();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    freeze: () => sockets.forEach((socket) => socket.unpipe().pause()),
  };
}

/** The error of a promise that must fail. */
export function failure(promise: Promise<unknown>): Promise<CallError> {
  return promise.then(
    () => expect.fail("it should have failed"),
    (thrown: unknown) => thrown as CallError,
  );
}
