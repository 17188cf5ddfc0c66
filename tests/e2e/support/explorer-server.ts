/** A server with the explorer, as the hub composes it: HTTP, the page's files, sources and timelines. */
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { OperationRegistry } from "../../../src/index.ts";
import type { AnyOperation, MiddlewareCall } from "../../../src/index.ts";
import { apiKeys, serveHTTP } from "../../../src/serve-http.ts";
import type { HTTPRoute } from "../../../src/serve-http.ts";
import { demoOperations } from "./demo-operations.ts";
import type { Witness } from "./demo-operations.ts";

export const adminKey = "admin-key-0123456789";
export const guestKey = "guest-key-0123456789";

export const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src data: blob:; " +
  "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface ExplorerServer {
  readonly url: string;
  readonly port: number;
  readonly witness: Witness;
  readonly registry: OperationRegistry;
  close(): Promise<void>;
}

export interface ExplorerServerOptions {
  /** Where the built page is. */
  readonly folder: string;
  readonly operations?: readonly AnyOperation[];
  readonly port?: number;
}

export async function startExplorerServer({
  folder,
  operations = [],
  port,
}: ExplorerServerOptions): Promise<ExplorerServer> {
  const witness: Witness = { aborted: [], created: [] };
  const registry = new OperationRegistry();
  registry.registerAll([...demoOperations(witness), ...operations]);
  const timeline = recordCalls(registry);
  const service = serveHTTP(registry, {
    name: "Demo hub",
    version: "1.2.3",
    verify: apiKeys([
      { key: adminKey, identity: { id: "ada", scopes: ["admin"] } },
      { key: guestKey, identity: { id: "guest", scopes: [] } },
    ]),
    routes: [filesIn(folder), timeline, sources],
  });
  const server = await service.listen(port === undefined ? {} : { port });
  return { url: server.url, port: server.port, witness, registry, close: () => service.close({ graceMs: 0 }) };
}

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

function filesIn(folder: string): HTTPRoute {
  return {
    path: "/explorer/",
    public: true,
    async handle(request) {
      // `URL` has removed any dot segments.
      const path = new URL(request.url).pathname.slice("/explorer/".length) || "index.html";
      try {
        const headers = {
          "content-type": contentTypes[extname(path)] ?? "application/octet-stream",
          "content-security-policy": contentSecurityPolicy,
        };
        return new Response(new Uint8Array(await readFile(join(folder, path))), { headers });
      } catch {
        return new Response("not found", { status: 404 });
      }
    },
  };
}

interface RecordedCall {
  requestId: string;
  parentRequestId?: string;
  operationId: string;
  startedAt: string;
  durationMs?: number;
}

function recordCalls(registry: OperationRegistry): HTTPRoute {
  const calls: RecordedCall[] = [];
  registry.use(async ({ id, context }: MiddlewareCall, next) => {
    const { requestId, parentRequestId } = context;
    const call: RecordedCall = { requestId, operationId: id, startedAt: new Date().toISOString() };
    if (parentRequestId !== undefined) call.parentRequestId = parentRequestId;
    calls.push(call);
    const start = performance.now();
    try {
      return await next();
    } finally {
      call.durationMs = performance.now() - start;
    }
  });
  return {
    path: "/~/calls/",
    handle(request) {
      const wanted = new Set([decodeURIComponent(new URL(request.url).pathname.slice("/~/calls/".length))]);
      // Parents start before what they call.
      const found = calls.filter(({ requestId, parentRequestId }) => {
        const isWanted = wanted.has(requestId) || wanted.has(parentRequestId ?? "");
        if (isWanted) wanted.add(requestId);
        return isWanted;
      });
      return Response.json({ calls: found });
    },
  };
}

const sources: HTTPRoute = {
  path: "/~/sources",
  handle: () =>
    Response.json({
      sources: [
        {
          name: "demo",
          kind: "local",
          state: "ready",
          operations: 11,
          since: new Date(Date.now() - 60_000).toISOString(),
        },
        {
          name: "petstore",
          kind: "openapi",
          state: "ready",
          operations: 19,
          since: new Date(Date.now() - 50_000).toISOString(),
          report: {
            summary: "Petstore: 19 operations imported, 1 quarantined",
            quarantined: [{ method: "GET", path: "/broken", reason: "its schema refers to nothing" }],
            findings: [
              { kind: "widened", where: "schema Pet /properties/name", why: "the pattern can't be run safely" },
            ],
            counts: { quarantined: 1, findings: 1 },
          },
        },
        {
          name: "weather",
          kind: "mcp",
          state: "failed",
          operations: 0,
          error: "The process exited with code 1.",
          retryAt: new Date(Date.now() + 20_000).toISOString(),
          since: new Date().toISOString(),
        },
      ],
    }),
};
