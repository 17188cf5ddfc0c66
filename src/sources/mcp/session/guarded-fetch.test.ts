import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CallError } from "../../../errors/call-error.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";
import { HTTPExchanges } from "./http-exchange.ts";

const MOST = 10_000;

let server: Server;
let url: URL;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let failures: CallError[];
let guarded: GuardedFetch;

beforeEach(async () => {
  failures = [];
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp?a=1`);
  guarded = createGuardedFetch({
    fetch: undefined,
    server: url,
    ownHeaders: {},
    exchanges: new HTTPExchanges(),
    maxMessageBytes: MOST,
    onFailed: (_message, error) => void failures.push(error),
  });
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await guarded.close();
  await new Promise((resolve) => server.close(resolve));
});

const post = (init: RequestInit = {}): Promise<Response> =>
  guarded.fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"id":1}',
    redirect: "manual",
    ...init,
  });

const asJson = { "content-type": "application/json" };
const asEvents = { "content-type": "text/event-stream" };

describe("when a client posts a message", () => {
  it("sends its method, path, header fields and body", async () => {
    answer = (request, response) => {
      const { method, url: path, headers } = request;
      let body = "";
      request.on("data", (chunk) => (body += String(chunk)));
      request.on("end", () => {
        response.writeHead(200, asJson);
        response.end(
          JSON.stringify({ method, path, body, type: headers["content-type"], agent: headers["user-agent"] }),
        );
      });
    };
    expect(await (await post()).json()).toEqual({
      method: "POST",
      path: "/mcp?a=1",
      body: '{"id":1}',
      type: "application/json",
      agent: "node",
    });
  });

  it("reads integers of more than 53 bits as their digits, also from a compressed answer", async () => {
    answer = (_request, response) => {
      response.writeHead(200, { ...asJson, "content-encoding": "gzip" });
      response.end(gzipSync('{"big":12345678901234567890}'));
    };
    const response = await post();
    expect([response.ok, response.status, response.headers.get("Content-Type")]).toEqual([
      true,
      200,
      "application/json",
    ]);
    expect(await response.json()).toEqual({ big: "12345678901234567890" });
  });

  it("refuses an answer that is too large, however it is sent", async () => {
    const long = JSON.stringify("x".repeat(MOST));
    const answers: Array<typeof answer> = [
      (_request, response) => response.writeHead(200, asJson).end(long),
      (_request, response) => void response.writeHead(200, asJson).write(long),
      (_request, response) => response.writeHead(200, { ...asJson, "content-encoding": "gzip" }).end(gzipSync(long)),
    ];
    for (const each of answers) {
      answer = each;
      await expect(post()).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
    }
    expect(failures.map(({ code }) => code)).toEqual(answers.map(() => "PAYLOAD_TOO_LARGE"));
  });

  it("gives a refusal, a redirect and an empty answer as they are", async () => {
    const seen: unknown[] = [];
    const answers: Array<[status: number, fields: Record<string, string | string[]>]> = [
      [401, { "www-authenticate": ["Bearer a", "DPoP b"] }],
      [307, { location: "/other" }],
      [202, {}],
      [204, {}],
    ];
    for (const [status, fields] of answers) {
      answer = (_request, response) => response.writeHead(status, fields).end();
      const response = await post();
      const { headers } = response;
      seen.push([response.status, response.ok, headers.get("www-authenticate"), headers.get("location")]);
      expect(await response.text()).toBe("");
    }
    expect(seen).toEqual([
      [401, false, "Bearer a, DPoP b", null],
      [307, false, null, "/other"],
      [202, true, null, null],
      [204, true, null, null],
    ]);
  });

  it("fails like `fetch` where nobody listens, and where the answer breaks off", async () => {
    answer = (_request, response) => {
      response.writeHead(200, { ...asJson, "content-length": "100" });
      response.write("{", () => response.destroy());
    };
    await expect(post()).rejects.toThrow("terminated");
    await new Promise((resolve) => server.close(resolve));
    await expect(post()).rejects.toMatchObject({ message: "fetch failed", cause: { code: "ECONNREFUSED" } });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });

  it("leaves a request that is given up before its answer", async () => {
    const stop = new AbortController();
    const left = new Promise<void>((resolve) => {
      answer = (_request, response) => {
        response.on("close", resolve);
        stop.abort(new Error("enough"));
      };
    });
    await expect(post({ signal: stop.signal })).rejects.toThrow("enough");
    await left;
    await expect(post({ signal: AbortSignal.abort(new Error("before")) })).rejects.toThrow("before");
  });

  it("leaves a stream that is given up", async () => {
    const stop = new AbortController();
    const left = new Promise<void>((resolve) => {
      answer = (_request, response) => {
        response.on("close", resolve);
        response.writeHead(200, asEvents).write("data: 1\n\n");
      };
    });
    const reader = (await post({ signal: stop.signal })).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("data: 1\n\n");
    stop.abort(new Error("enough"));
    await expect(reader?.read()).rejects.toThrow("enough");
    await left;
  });

  it("reads a stream of events as it comes, compressed or not, and no faster than its reader", async () => {
    for (const coding of [undefined, "gzip"]) {
      const text = Array.from({ length: 2000 }, (_, index) => `data: {"n":${index}}\n\n`).join("");
      answer = (_request, response) => {
        response.writeHead(200, { ...asEvents, ...(coding && { "content-encoding": coding }) });
        response.end(coding === undefined ? text : gzipSync(text));
      };
      expect(await (await post()).text()).toBe(text);
    }
    const large = `data: ${"x".repeat(MOST - 100)}\n\n`;
    let written = 0;
    answer = (_request, response) => {
      response.writeHead(200, asEvents);
      const write = (): void => {
        while (written < 5000 && !response.destroyed) {
          written++;
          if (!response.write(large)) return void response.once("drain", write);
        }
      };
      write();
    };
    const reader = (await post()).body?.getReader();
    await reader?.read();
    // The sockets between us hold some megabytes; all of it would be 50.
    let before = -1;
    await vi.waitFor(() => {
      const isStill = before === written;
      before = written;
      expect(isStill).toBe(true);
    }, 10_000);
    expect(written).toBeLessThan(4000);
    await reader?.cancel();
  });

  it("uses a `fetch` that the program puts in the place of Node's", async () => {
    const fetched = vi.fn<typeof fetch>(async () => Response.json({ by: "the program" }));
    answer = (_request, response) => response.writeHead(200, asJson).end('{"by":"Node"}');
    expect(await (await post()).json()).toEqual({ by: "Node" });
    await guarded.close();
    vi.stubGlobal("fetch", fetched);
    guarded = createGuardedFetch({
      fetch: undefined,
      server: url,
      ownHeaders: {},
      exchanges: new HTTPExchanges(),
      maxMessageBytes: MOST,
      onFailed: () => undefined,
    });
    expect(await (await post()).json()).toEqual({ by: "the program" });
    expect(fetched).toHaveBeenCalledOnce();
  });
});
