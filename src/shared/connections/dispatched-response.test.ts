import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { DispatchedRequest } from "./dispatched-response.ts";
import type { DispatchedAnswer, Expect } from "./dispatched-response.ts";
import { createDispatcher } from "./node-dispatcher.ts";
import type { OwnDispatcher } from "./node-dispatcher.ts";

const closing: Array<() => Promise<unknown>> = [];
const whole: Expect = () => ({ limit: 1000 });
const textOf = (answer: DispatchedAnswer) => new TextDecoder().decode((answer as { bytes: Uint8Array }).bytes);

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function send(listener: RequestListener, expect: Expect): Promise<DispatchedRequest> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const dispatcher = createDispatcher() as OwnDispatcher;
  closing.push(
    () => dispatcher.destroy(),
    () => {
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(resolve);
      });
    },
  );
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new DispatchedRequest(
    dispatcher,
    { origin, path: "/", method: "POST", headers: ["a", "b"], body: "{}" },
    expect,
  );
}

describe("when a request is dispatched", () => {
  it("gives an expected body as bytes, with its head", async () => {
    const request = await send(({ headers }, response) => {
      response.writeHead(200, { "x-sent": headers["a"] });
      response.write("one ");
      response.end("two");
    }, whole);
    const answer = await request.answer;
    expect(answer).toMatchObject({ status: 200, headers: { "x-sent": "b" } });
    expect(textOf(answer)).toBe("one two");
  });

  it("gives every other answer as `fetch` would", async () => {
    const request = await send(
      (_request, response) => {
        response.writeHead(409, "Taken", [
          ["set-cookie", "a=1"],
          ["set-cookie", "b=2"],
        ] as never);
        response.end("no");
      },
      ({ status }) => (status === 200 ? { limit: 1 } : undefined),
    );
    const { response } = await request.answer;
    expect(response).toMatchObject({ status: 409, statusText: "Taken" });
    expect(response?.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(await response?.text()).toBe("no");
  });

  it.each([
    ["announced", { "content-length": "2000" }],
    ["not announced", {}],
  ])("gives a body beyond the limit as a whole `Response`, when its length is %s", async (_how, headers) => {
    const request = await send((_request, response) => {
      response.writeHead(200, headers);
      response.write("a".repeat(900));
      response.end("b".repeat(1100));
    }, whole);
    const { response } = await request.answer;
    expect(await response?.text()).toBe("a".repeat(900) + "b".repeat(1100));
  });

  it("unpacks what the server has packed", async () => {
    const request = await send(
      (_request, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("packed")),
      () => undefined,
    );
    const { response } = await request.answer;
    expect(await response?.text()).toBe("packed");
  });

  it("gives an answer without a body", async () => {
    const request = await send(
      (_request, response) => void response.writeHead(204).end(),
      () => undefined,
    );
    const { response } = await request.answer;
    expect(response).toMatchObject({ status: 204, body: null });
  });

  it("takes no more than the caller needs, and tells of the rest", async () => {
    let more: () => void = () => undefined;
    const rest: string[] = [];
    const request = await send(
      (_request, response) => {
        response.write("first");
        more = () => response.end("rest");
      },
      () => ({
        limit: 1000,
        onPiece: (_piece, all) => (all().length >= "first".length ? true : undefined),
        onRest: (piece) => rest.push(new TextDecoder().decode(piece)),
      }),
    );
    expect(textOf(await request.answer)).toBe("first");
    more();
    await expect.poll(() => rest.join("")).toBe("rest");
  });

  it("gives a stream that turns out to be another one from its beginning", async () => {
    const request = await send(
      (_request, response) => {
        response.write("first");
        response.end(" and more");
      },
      () => ({ limit: 1000, onPiece: () => false }),
    );
    const { response } = await request.answer;
    expect(await response?.text()).toBe("first and more");
  });

  it("reads no faster than the `Response` is read", async () => {
    let written = 0;
    const request = await send(
      (_request, response) => {
        const write = (): void => {
          while (written < 50_000_000) {
            written += 1_000_000;
            if (!response.write("a".repeat(1_000_000))) return void response.once("drain", write);
          }
          response.end();
        };
        write();
      },
      () => undefined,
    );
    const { response } = await request.answer;
    let before = -1;
    // The system keeps some megabytes, and then the server has to wait.
    await expect
      .poll(
        () => {
          const isStill = written === before;
          before = written;
          return isStill;
        },
        { interval: 200, timeout: 10_000 },
      )
      .toBe(true);
    expect(written).toBeLessThan(50_000_000);
    expect((await response?.arrayBuffer())?.byteLength).toBe(50_000_000);
  });

  it("says why there was no answer, as `fetch` does", async () => {
    const request = await send((_request, response) => void response.destroy(), whole);
    await expect(request.answer).rejects.toMatchObject({ message: "fetch failed", cause: expect.any(Error) });
    const broken = await send((_request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("a", () => response.destroy());
    }, whole);
    await expect(broken.answer).rejects.toMatchObject({ message: "terminated", cause: expect.any(Error) });
  });

  it("can be given up before its answer, and while it is read", async () => {
    let isClosed = false;
    const listener: RequestListener = (_request, response) => {
      response.on("close", () => (isClosed = true));
      if (_request.headers["a"] === "b") response.write("beginning");
    };
    const early = await send((_request, response) => void response.on("close", () => (isClosed = true)), whole);
    early.abort(new Error("left"));
    await expect(early.answer).rejects.toThrow("left");
    const late = await send(listener, () => undefined);
    const { response } = await late.answer;
    late.abort(new Error("left"));
    await expect(response?.text()).rejects.toThrow("left");
    await expect.poll(() => isClosed).toBe(true);
  });

  it("ends the connection of a `Response` that nobody reads on", async () => {
    let isClosed = false;
    const request = await send(
      (_request, response) => {
        response.on("close", () => (isClosed = true));
        response.write("beginning");
      },
      () => undefined,
    );
    const { response } = await request.answer;
    await response?.body?.cancel();
    await expect.poll(() => isClosed).toBe(true);
  });
});
