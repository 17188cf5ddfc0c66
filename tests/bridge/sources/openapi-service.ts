/** An HTTP API with its own document. It uses nothing from this library. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { BYTES } from "./operations.ts";
import type { Note } from "./operations.ts";

const json = (schema: object): object => ({
  200: { description: "ok", content: { "application/json": { schema } } },
});
const query = (name: string, schema: object, required = true): object => ({ name, in: "query", required, schema });
const text = { type: "string" };
const integer = { type: "integer" };
const object = (properties: object): object => ({ type: "object", properties, required: Object.keys(properties) });
const stream = {
  200: { description: "ok", content: { "text/event-stream": { schema: object({ n: integer }) } } },
};

const paths: Record<string, object> = {
  "/greet": {
    get: {
      operationId: "greet",
      parameters: [query("name", { ...text, minLength: 1 }), query("times", integer, false)],
      responses: json(object({ text, times: integer })),
    },
  },
  "/nothing": { post: { operationId: "nothing", responses: { 204: { description: "done" } } } },
  "/bytes": {
    get: {
      operationId: "bytes",
      responses: { 200: { description: "ok", content: { "application/octet-stream": {} } } },
    },
  },
  "/measure": {
    post: {
      operationId: "measure",
      requestBody: { required: true, content: { "application/octet-stream": {} } },
      responses: json(object({ size: integer, last: integer })),
    },
  },
  "/refuse": {
    post: {
      operationId: "refuse",
      // The only way for a document to declare error codes.
      "x-operation": { input: "body", errorSchemas: { NO_TEA: { httpStatus: 418, schema: object({ pot: text }) } } },
      requestBody: { required: true, content: { "application/json": { schema: object({}) } } },
      responses: json({}),
    },
  },
  "/crash": { post: { operationId: "crash", responses: json({}) } },
  "/wait": { post: { operationId: "wait", parameters: [query("key", text)], responses: json({}) } },
  "/count": { get: { operationId: "count", parameters: [query("to", integer)], responses: stream } },
  "/drip": { get: { operationId: "drip", parameters: [query("key", text)], responses: stream } },
};
const guarded: Record<string, object> = {
  "/secret": { get: { operationId: "secret", responses: json(object({ secret: text })) } },
};

export interface OpenAPIService {
  readonly url: string;
  /** The public operations, and those that require a scope. */
  readonly documents: { readonly open: object; readonly guarded: object };
  close(): void;
}

export async function startOpenAPIService(note: Note): Promise<OpenAPIService> {
  const server: Server = createServer((request, response) => answer(request, response, note));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const documentOf = (own: object): object => ({
    openapi: "3.1.0",
    info: { title: "Bridge", version: "1.0.0" },
    servers: [{ url }],
    paths: own,
  });
  return {
    url,
    documents: { open: documentOf(paths), guarded: documentOf(guarded) },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse, note: Note): void {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://service");
  const send = (value: unknown): void => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
  };
  const begin = (): void => {
    const key = searchParams.get("key") ?? "";
    response.on("close", () => note(`${key}:ended`));
    note(`${key}:started`);
  };
  const routes: Record<string, () => void> = {
    "/greet": () =>
      send({ text: `Hello, ${searchParams.get("name")}!`, times: Number(searchParams.get("times") ?? 1) }),
    "/nothing": () => response.writeHead(204).end(),
    "/bytes": () => response.writeHead(200, { "content-type": "application/octet-stream" }).end(BYTES),
    "/refuse": () =>
      response
        .writeHead(418, { "content-type": "application/problem+json" })
        .end(
          JSON.stringify({ code: "NO_TEA", detail: "There is no tea.", details: { pot: "empty" }, phase: "started" }),
        ),
    "/measure": () => void measure(request).then(send),
    "/crash": () => response.writeHead(500, { "content-type": "text/plain" }).end("internal: hunter2"),
    "/secret": () => send({ secret: "tea" }),
    "/wait": begin,
    "/count": () => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const to = Number(searchParams.get("to"));
      for (let n = 1; n <= to; n++) response.write(`data: ${JSON.stringify({ n })}\n\n`);
      response.end();
    },
    "/drip": () => {
      begin();
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('data: {"n":1}\n\n');
    },
  };
  const route = routes[pathname];
  if (route === undefined) response.writeHead(404).end();
  else route();
}

async function measure(request: IncomingMessage): Promise<object> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return { size: bytes.length, last: bytes.at(-1) };
}
