import { describe, expect, test } from "vitest";
import { callPath } from "./contract.ts";
import { readApiError, toApiError } from "./api-error.ts";
import { readEvents } from "./read-events.ts";

describe("the error of a failed call", () => {
  test("takes the fields of a problem object", () => {
    const body = {
      code: "TIMEOUT",
      detail: "Too late.",
      status: 504,
      phase: "unknown",
      retryable: true,
      requestId: "r1",
      details: { a: 1 },
    };
    expect(toApiError(body)).toMatchObject({
      code: "TIMEOUT",
      message: "Too late.",
      status: 504,
      phase: "unknown",
      retryable: true,
      details: { a: 1 },
    });
  });

  test.each([
    ["<html>Bad gateway</html>", 502, "CONNECTION_LOST"],
    ["", 401, "UNAUTHENTICATED"],
    ["[]", 500, "EXECUTION_ERROR"],
    ['{"code": 5}', 500, "EXECUTION_ERROR"],
  ])("is made from %j with status %i too", async (body, status, code) => {
    expect(await readApiError(new Response(body, { status }))).toMatchObject({ code, status });
  });
});

test("events are read wherever the bytes are split, and the body is cancelled when the reader stops", async () => {
  const bytes = new TextEncoder().encode(': hello\n\nid: 1\ndata: "ä"\n\nid: 2\ndata: 2\n\nevent: complete\ndata:\n\n');
  let isCancelled = false;
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => (at < bytes.length ? controller.enqueue(bytes.slice(at, ++at)) : undefined),
    cancel: () => {
      isCancelled = true;
    },
  });
  const seen: string[] = [];
  for await (const { id, event, data } of readEvents(body)) {
    seen.push(`${id ?? ""} ${event ?? ""} ${data}`);
    if (event === "complete") break;
  }
  expect(seen).toEqual(['1  "ä"', "2  2", " complete "]);
  expect(isCancelled).toBe(true);
});

test("the path of a call keeps the dots of its namespace", () => {
  expect(callPath("a.b.name")).toBe("/a.b/name");
});
