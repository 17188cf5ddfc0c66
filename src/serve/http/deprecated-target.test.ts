import { Type } from "typebox";
import { afterEach, describe, expect, it } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { apiKeys } from "../identity/api-keys.ts";
import type { ServeHTTPOptions } from "./serve-http-options.ts";
import { serveHTTP } from "./serve-http.ts";

const ends: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const base = {
  namespace: "shop",
  version: "1.0.0",
  description: "",
  inputSchema: Type.Object({ fail: Type.Optional(Type.Boolean()) }),
  outputSchema: Type.Unknown(),
  accessControl: { requiredScopes: [] },
} as const;

type Deprecated = OperationSpec["deprecated"];

function fail(): never {
  throw new CallError("EXECUTION_ERROR", "It fails.");
}

function operationsOf(deprecated: Deprecated, accessControl: OperationSpec["accessControl"] = base.accessControl) {
  return [
    defineOperation({
      ...base,
      name: "order",
      type: "QUERY",
      deprecated,
      accessControl,
      handler: (input) => (input.fail === true ? fail() : 1),
    }),
    defineOperation({
      ...base,
      name: "prices",
      type: "SUBSCRIPTION",
      deprecated,
      async *handler(input) {
        yield 1;
        if (input.fail === true) fail();
      },
    }),
    defineOperation({ ...base, name: "order", namespace: "shop.v2", type: "QUERY", handler: () => 2 }),
  ];
}

interface Asked {
  readonly path?: string;
  readonly init?: RequestInit;
  readonly options?: ServeHTTPOptions;
}

function serviceOf(operations: ReturnType<typeof operationsOf>, options: ServeHTTPOptions = {}) {
  const registry = new OperationRegistry({ onWarning: () => undefined }).registerAll(operations);
  const service = serveHTTP(registry, options);
  ends.push(() => service.close());
  return {
    registry,
    send: (path: string, init?: RequestInit) => service.fetch(new Request(`http://localhost${path}`, init)),
  };
}

async function answerTo(deprecated: Deprecated, { path = "/shop/order", init, options }: Asked = {}) {
  const answer = await serviceOf(operationsOf(deprecated), options).send(path, init);
  await answer.text();
  return answer;
}

function said({ headers }: Response): Array<string | null> {
  return ["deprecation", "sunset", "link"].map((name) => headers.get(name));
}

const whole = {
  reason: "It is old",
  successor: "shop.v2.order",
  since: "2026-03-01",
  sunset: "2027-03-01T12:30:00+02:00",
};
const wholeSaid = ["@1772323200", "Mon, 01 Mar 2027 10:30:00 GMT", '<../shop.v2/order>; rel="successor-version"'];

describe("when an operation is deprecated", () => {
  it("says so in its results, with the dates and the successor", async () => {
    const answer = await answerTo(whole);
    expect(answer.status).toBe(200);
    expect(said(answer)).toEqual(wholeSaid);
  });

  it.each<[string, Asked, number]>([
    ["errors", { path: "/shop/order?fail=true" }, 500],
    ["refusals of an input", { path: "/shop/order?fail=7" }, 400],
    ["refusals of a method", { init: { method: "PUT" } }, 405],
    ["answers to HEAD", { init: { method: "HEAD" } }, 200],
    ["streams", { path: "/shop/prices" }, 200],
    ["streams that fail", { path: "/shop/prices?fail=true" }, 200],
    ["calls whose answer is events", { init: { headers: { accept: "text/event-stream" } } }, 200],
    ["answers to encoded paths", { path: "/shop/%6Frder" }, 200],
  ])("says so in %s", async (_what, asked, status) => {
    const answer = await answerTo(whole, asked);
    expect(answer.status).toBe(status);
    expect(said(answer)).toEqual(wholeSaid);
  });

  it("links to the successor, wherever the service is mounted", async () => {
    const link = (await answerTo(whole)).headers.get("link")?.replace(/^<(.*)>.*$/, "$1") as string;
    expect(new URL(link, "https://api.example/shop/order").pathname).toBe("/shop.v2/order");
    expect(new URL(link, "https://api.example/behind/a/proxy/shop/order").pathname).toBe(
      "/behind/a/proxy/shop.v2/order",
    );
  });

  it("names the earliest possible date if none is given, because the field needs one", async () => {
    expect(said(await answerTo(true))).toEqual(["@0", null, null]);
    expect(said(await answerTo({ reason: "It is old" }))).toEqual(["@0", null, null]);
  });

  it("does not link to a successor that is not served here, until it is", async () => {
    const [order, prices, successor] = operationsOf(whole);
    const { registry, send } = serviceOf([order, prices] as never);
    expect(said(await send("/shop/order"))[2]).toBeNull();
    registry.register(successor as never);
    expect(said(await send("/shop/order"))).toEqual(wholeSaid);
  });

  it("tells nothing to callers who may not call it", async () => {
    const authenticate = apiKeys([
      { key: "key-of-ada-0123456789", identity: { id: "ada", scopes: ["shop"] } },
      { key: "key-of-eve-0123456789", identity: { id: "eve", scopes: [] } },
    ]);
    const { send } = serviceOf(operationsOf(whole, { requiredScopes: ["shop"] }), { authenticate });
    const as = (key: string): Promise<Response> => send("/shop/order", { headers: { "x-api-key": key } });
    expect(said(await as("key-of-ada-0123456789"))).toEqual(wholeSaid);
    const refused = await as("key-of-eve-0123456789");
    expect([refused.status, ...said(refused)]).toEqual([403, null, null, null]);
    expect(said(await send("/shop/order"))).toEqual([null, null, null]);
  });

  it("lets pages of other origins read it", async () => {
    const options = { cors: { origins: ["https://app.example"] } };
    const answer = await answerTo(whole, { init: { headers: { origin: "https://app.example" } }, options });
    expect(answer.headers.get("access-control-expose-headers")).toMatch(/\bdeprecation, sunset, link$/);
  });
});

describe("when an operation is not deprecated", () => {
  it.each([undefined, false])("says nothing about it (%s)", async (deprecated) => {
    expect(said(await answerTo(deprecated))).toEqual([null, null, null]);
    expect(said(await answerTo(whole, { path: "/shop.v2/order" }))).toEqual([null, null, null]);
  });
});
