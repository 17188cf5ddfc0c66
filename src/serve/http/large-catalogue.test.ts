/** What clients read about a registry of thousands of operations. */
import { Type } from "typebox";
import { describe, expect, it, onTestFinished } from "vitest";
import type { AnyOperation } from "../../operation/define-operation.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { countedClock } from "../../shared/time/counted-clock.test-support.ts";
import { toOpenAPI } from "./openapi/to-openapi.ts";
import { serveHTTP } from "./serve-http.ts";

const COUNT = 3_000;

function many(count: number, version = "1.0.0"): AnyOperation[] {
  const schema = Type.Object({ name: Type.String({ description: "A name" }), size: Type.Number(), tag: Type.String() });
  return Array.from({ length: count }, (_, index): AnyOperation => ({
    namespace: "many",
    name: `operation_${index}`,
    version,
    type: "QUERY",
    description: `Does the thing number ${index}`,
    inputSchema: schema,
    outputSchema: schema,
    accessControl: { requiredScopes: index % 2 === 0 ? [] : ["odd"] },
    handler: () => ({ name: "", size: 1, tag: "" }),
  }));
}

function serveMany() {
  const registry = new OperationRegistry().registerAll(many(COUNT));
  const identities = { all: { id: "all", scopes: ["odd"] }, some: { id: "some", scopes: [] } };
  const service = serveHTTP(registry, {
    authenticate: ({ token }) => identities[token as "all" | "some"],
    allowedHosts: ["localhost"],
  });
  onTestFinished(() => service.close({ graceMs: 0 }));
  const read = (path: string, key: string, tag?: string): Promise<Response> =>
    service.fetch(
      new Request(`http://localhost${path}`, {
        headers: { "x-api-key": key, ...(tag === undefined ? {} : { "if-none-match": tag }) },
      }),
    );
  return { registry, read };
}

describe.each(["/~/operations", "/openapi.json"])("when a client reads %s of thousands of operations", (path) => {
  it("lets other work run while it is written", async () => {
    const { read } = serveMany();
    countedClock();
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const response = await read(path, "all");
    isOver = true;
    expect(response.status).toBe(200);
    // Some 90 looks at the clock, in slices of ten milliseconds. In one go, it would be no turn.
    expect(turns).toBeGreaterThanOrEqual(8);
  });

  it("gives each caller what it may call, and the same text as before", async () => {
    const { read } = serveMany();
    const [all, some, again] = await Promise.all([read(path, "all"), read(path, "some"), read(path, "all")]);
    const [allText, someText, againText] = await Promise.all([all.text(), some.text(), again.text()]);
    const idsIn = (text: string): number => new Set(text.match(/(?<=many[./]operation_)\d+(?=")/g)).size;
    expect([idsIn(allText), idsIn(someText)]).toEqual([COUNT, COUNT / 2]);
    expect(againText).toBe(allText);
    expect((await read(path, "all", all.headers.get("etag") ?? "")).status).toBe(304);
    expect((await read(path, "some", all.headers.get("etag") ?? "")).status).toBe(200);
  });

  it("never mixes the states before and after a change", async () => {
    const { registry, read } = serveMany();
    const before = read(path, "all");
    await new Promise((resolve) => setImmediate(resolve));
    registry.registerAll(many(COUNT, "2.0.0"), { replace: true });
    const after = read(path, "all");
    const versions = async (reply: Promise<Response>): Promise<Set<string>> =>
      new Set((await (await reply).text()).match(/"version":"\d/g)?.slice(path === "/openapi.json" ? 1 : 0));
    expect(await versions(before)).toEqual(new Set(['"version":"1']));
    expect(await versions(after)).toEqual(new Set(['"version":"2']));
    expect((await before).headers.get("etag")).not.toBe((await after).headers.get("etag"));
  });
});

it("serves the document that toOpenAPI makes", async () => {
  const { registry, read } = serveMany();
  const served = (await (await read("/openapi.json", "all")).json()) as object;
  const identity = { id: "all", scopes: ["odd"] };
  expect(served).toMatchObject({ paths: toOpenAPI(registry, { identity, credentials: "required" }).paths });
});
