import { describe, expect, test } from "vitest";
import { callPath } from "./contract.ts";
import { problemOf, toProblem } from "./problem.ts";
import { readEvents } from "./read-events.ts";

describe("when a call fails", () => {
  test("a problem object is read as it is", () => {
    const body = {
      code: "TIMEOUT",
      detail: "Too late.",
      status: 504,
      phase: "unknown",
      retryable: true,
      requestId: "r1",
      details: { a: 1 },
    };
    expect(toProblem(body)).toMatchObject({
      code: "TIMEOUT",
      message: "Too late.",
      status: 504,
      phase: "unknown",
      retryable: true,
      details: { a: 1 },
    });
  });

  test.each([
    ["<html>Bad gateway</html>", 502, "HTTP_502"],
    ["", 401, "UNAUTHENTICATED"],
    ["[]", 500, "HTTP_500"],
    ['{"code": 5}', 500, "HTTP_500"],
  ])("%j with status %i is a problem too", async (body, status, code) => {
    expect(await problemOf(new Response(body, { status }))).toMatchObject({ code, status });
  });
});

test("events are read however the bytes are cut, and the body is given up when nobody wants more", async () => {
  const bytes = new TextEncoder().encode(': hello\n\nid: 1\ndata: "ä"\n\nid: 2\ndata: 2\n\nevent: complete\ndata:\n\n');
  let isGivenUp = false;
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => (at < bytes.length ? controller.enqueue(bytes.slice(at, ++at)) : undefined),
    cancel: () => {
      isGivenUp = true;
    },
  });
  const seen: string[] = [];
  for await (const { id, event, data } of readEvents(body)) {
    seen.push(`${id ?? ""} ${event ?? ""} ${data}`);
    if (event === "complete") break;
  }
  expect(seen).toEqual(['1  "ä"', "2  2", " complete "]);
  expect(isGivenUp).toBe(true);
});

test("a namespace keeps its dots in the path", () => {
  expect(callPath("a.b.name")).toBe("/a.b/name");
});
