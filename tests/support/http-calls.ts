import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, expect } from "vitest";

import { CallError } from "../../src/errors/call-error.ts";
import type { ResponseEnvelope } from "../../src/envelope/response-envelope.ts";
import { fail } from "../../src/operation/declared-error.ts";
import type { OperationContext } from "../../src/operation/operation-context.ts";
import type { HTTPServiceConfig } from "../../src/sources/openapi/options/http-service-config.ts";
import type { OperationShape, ParameterShape } from "../../src/sources/openapi/operation/operation-shape.ts";
import { createCallHandler, createStreamHandler } from "../../src/sources/openapi/call/http-handler.ts";
import { createUpstream } from "../../src/sources/openapi/request/upstream.ts";

/** A request as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query, exactly as they arrived. */
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

export interface TestServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly seen: SeenRequest[];
}

type Answer = (request: SeenRequest, response: ServerResponse) => void | Promise<void>;

interface RunningServer {
  readonly server: Server;
  /** Requests without an answer whose connection is still open. */
  readonly running: Set<ServerResponse>;
}

/** Starts real servers on loopback. After each test, no request may still be running at any of them. */
export function useServers(): { start(answer: Answer): Promise<TestServer> } {
  const servers: RunningServer[] = [];
  afterEach(async () => {
    for (const { server, running } of servers.splice(0)) {
      await expect.poll(() => running.size).toBe(0);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
  return {
    async start(answer) {
      const seen: SeenRequest[] = [];
      const running = new Set<ServerResponse>();
      const server = createServer((request, response) => {
        running.add(response);
        response.on("close", () => running.delete(response));
        void receive(request).then((body) => {
          const { method = "", url = "", headers } = request;
          seen.push({ method, target: url, headers, body });
          return answer(seen.at(-1) as SeenRequest, response);
        });
      });
      servers.push({ server, running });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
    },
  };
}

/** A promise with its resolver. */
export function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let settle: (() => void) | undefined;
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: () => settle?.() };
}

async function receive(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    // The client gave up.
  }
  return Buffer.concat(chunks);
}

/** Answers with JSON. */
export function sendJSON(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

export function shapeOf(parts: Partial<OperationShape> = {}): OperationShape {
  return {
    method: "GET",
    path: "/",
    servers: [],
    parameters: [],
    responses: [{ status: "200", mediaTypes: ["application/json"] }],
    security: [],
    securitySchemes: {},
    ...parts,
  };
}

export function parameterOf(
  name: string,
  location: ParameterShape["in"],
  parts: Partial<ParameterShape> = {},
): ParameterShape {
  const style = location === "query" || location === "cookie" ? "form" : "simple";
  return {
    name,
    in: location,
    inputName: name,
    required: location === "path",
    style,
    explode: style === "form",
    allowReserved: false,
    ...parts,
  };
}

export function contextOf(parts: Partial<OperationContext> = {}): OperationContext {
  return {
    requestId: "1",
    parentRequestId: undefined,
    identity: undefined,
    session: undefined,
    deadline: undefined,
    signal: new AbortController().signal,
    trace: undefined,
    env: {},
    onProgress: undefined,
    onElicitation: undefined,
    onSampling: undefined,
    onRoots: undefined,
    callerLog: undefined,
    onExchange: undefined,
    callMeta: undefined,
    lastEventId: undefined,
    fail,
    ...parts,
  };
}

export interface CallParts {
  readonly shape?: Partial<OperationShape>;
  readonly config?: Partial<HTTPServiceConfig>;
  readonly input?: Record<string, unknown>;
  readonly context?: Partial<OperationContext>;
}

/** Calls an operation at a server. */
export async function callAt(origin: string, parts: CallParts = {}): Promise<ResponseEnvelope> {
  const service = createUpstream({ namespace: "test", baseUrl: origin, ...parts.config });
  const handler = createCallHandler(shapeOf(parts.shape), service);
  return (await handler(parts.input ?? {}, contextOf(parts.context))) as ResponseEnvelope;
}

/** Opens a stream at a server. */
export function streamAt(origin: string, parts: CallParts = {}): AsyncGenerator<ResponseEnvelope> {
  const service = createUpstream({ namespace: "test", baseUrl: origin, ...parts.config });
  const stream = parts.shape?.stream ?? "sse";
  const handler = createStreamHandler({ ...shapeOf(parts.shape), stream }, service);
  return handler(parts.input ?? {}, contextOf(parts.context)) as AsyncGenerator<ResponseEnvelope>;
}

/** Returns the `CallError` of a failed call. */
export async function failureOf(pending: Promise<unknown>): Promise<CallError> {
  const outcome = await pending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(outcome).toBeInstanceOf(CallError);
  return outcome as CallError;
}
