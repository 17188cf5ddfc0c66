import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CallError, messageOf } from "../../errors/call-error.ts";

/** Receives what a service sends back through the browser of a person on this machine. */
export interface LoopbackReceiver {
  readonly redirectUrl: string;
  /** Resolves with the parameters of the first redirect that carries this `state`. Others are refused. */
  receive(state: string, signal: AbortSignal): Promise<URLSearchParams>;
  close(): Promise<void>;
}

const PATH = "/callback";
const LOOPBACK = "127.0.0.1";

/** Listens on this machine only (RFC 8252). `port`: any free one if it is undefined or taken. */
export async function startReceiver(port: number | undefined, isFixed: boolean): Promise<LoopbackReceiver> {
  const { createServer } = process.getBuiltinModule("node:http");
  let expected: { state: string; resolve: (parameters: URLSearchParams) => void } | undefined;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", `http://${LOOPBACK}`);
    if (request.method !== "GET" || pathname !== PATH) return answer(response, 404, "There is nothing here.");
    if (expected === undefined || !isSame(searchParams.get("state") ?? "", expected.state)) {
      return answer(response, 400, "This is not the login that was asked for. Start it again.");
    }
    const failed = searchParams.has("error");
    answer(response, 200, failed ? "The login was refused." : "You are logged in. You can close this page.");
    expected.resolve(searchParams);
  });
  // Idle browsers must not keep the command waiting.
  server.keepAliveTimeout = 1;
  await listen(server, port ?? 0).catch(async (thrown: unknown) => {
    if (isFixed || port === undefined) {
      throw new CallError("EXECUTION_ERROR", `Can't listen on port ${port ?? 0}: ${messageOf(thrown)}`);
    }
    await listen(server, 0);
  });
  return {
    redirectUrl: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}${PATH}`,
    receive: (state, signal) =>
      new Promise((resolve, reject) => {
        const abort = (): void => reject(signal.reason);
        if (signal.aborted) return abort();
        signal.addEventListener("abort", abort, { once: true });
        expected = {
          state,
          resolve: (parameters) => {
            signal.removeEventListener("abort", abort);
            resolve(parameters);
          },
        };
      }),
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeIdleConnections();
        // The page was sent. A browser that still reads it gets this much time.
        setTimeout(() => server.closeAllConnections(), 500).unref();
      });
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, LOOPBACK, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'",
    "referrer-policy": "no-referrer",
    connection: "close",
  });
  response.end(`<!doctype html><html lang="en"><title>operations</title><p>${text}</p></html>`);
}

function isSame(given: string, expected: string): boolean {
  const { timingSafeEqual } = process.getBuiltinModule("node:crypto");
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
