/** Real sources for tests: an HTTP API with its document, an MCP server on stdio, a module of operations. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach } from "vitest";

const rawServer = fileURLToPath(new URL("../../../tests/mcp/servers/raw-stdio-server.js", import.meta.url));

/** A server without any SDK, started by Node: tools `echo`, `never`, and many more. */
export const rawMCPServer = { command: process.execPath, args: [rawServer] };

const parameter = { name: "city", in: "path", required: true, schema: { type: "string" } };
const answer = { type: "object", properties: { city: { type: "string" }, key: { type: "string" } } };

const weatherDocument = {
  openapi: "3.1.0",
  info: { title: "Weather", version: "1.0.0" },
  servers: [{ url: "/" }],
  paths: {
    "/weather/{city}": {
      get: {
        operationId: "getWeather",
        parameters: [parameter],
        responses: { 200: { description: "ok", content: { "application/json": { schema: answer } } } },
      },
      put: { operationId: "setWeather", parameters: [parameter], responses: { 204: { description: "done" } } },
    },
  },
};

export interface WeatherService {
  readonly url: string;
  /** Answers of `/weather/slow` wait for this. */
  readonly release: () => void;
  readonly requests: string[];
}

/** Starts HTTP services; they are closed after each test. */
export function weatherServices(): () => Promise<WeatherService> {
  const closers: Array<() => Promise<void>> = [];
  afterEach(async () => {
    await Promise.all(closers.splice(0).map((close) => close()));
  });
  return async () => {
    const requests: string[] = [];
    const releasing = new AbortController();
    const release = (): void => releasing.abort();
    const released = new Promise((resolve) => releasing.signal.addEventListener("abort", resolve));
    const server = createServer((request, response) => {
      const path = request.url ?? "";
      requests.push(`${request.method} ${path}`);
      const send = (value: unknown): void => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(value));
      };
      if (path === "/openapi.json") send(weatherDocument);
      else if (request.method === "PUT") response.writeHead(204).end();
      else if (path.endsWith("/slow")) void released.then(() => send({ city: "slow" }));
      else send({ city: path.split("/").at(-1), key: request.headers["x-api-key"] });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closers.push(async () => {
      release();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, release, requests };
  };
}

/** A module with one operation of each kind. It imports nothing, so that it can be in a temporary folder. */
export const demoModule = `
const base = { namespace: "demo", version: "1.0.0", accessControl: { requiredScopes: [] }, inputSchema: true, outputSchema: true };
export const hello = { ...base, name: "hello", type: "QUERY", description: "Says hello", handler: () => "hello" };
export const write = { ...base, name: "write", type: "MUTATION", description: "Writes", handler: () => "written" };
export const secret = {
  ...base, name: "secret", type: "QUERY", description: "For some", accessControl: { requiredScopes: ["secrets"] }, handler: () => 42,
};
export const count = {
  ...base, name: "count", type: "SUBSCRIPTION", description: "Counts",
  async *handler() { yield 1; yield 2; },
};
export const nested = {
  ...base, name: "nested", type: "QUERY", description: "Calls hello",
  handler: async (input, context) => (await context.env.demo.hello({})).data + "!",
};
export default hello;
export const other = "not an operation";
`;
