import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { until } from "../../tests/support/until.ts";
import { connectSpoke } from "../client/connect-spoke.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { clientOf } from "../serve/mcp/fixtures.test-support.ts";
import type { HubApproval } from "./approvals/hub-approval.ts";
import { loadPersonCode } from "./approvals/person-code.ts";
import type { HubConfig } from "./config/hub-config.ts";
import { ADA, BOB, keysOfTwo, startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";
import { askAsPage, logInAsPage } from "./started-page.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();
const EVE = "the-key-of-eve-0123";
const MAX = "the-key-of-max-0123";
const approver = { scopes: ["operations:call", "operations:approve"] };
const keys = [...keysOfTwo, { id: "eve", key: EVE, ...approver }, { id: "max", key: MAX, ...approver }];

/** Where `demo.write` needs an approval. Ada and Bob call; Eve and Max approve. */
function run(approvals: HubConfig["approvals"] = {}, more: HubConfig = {}): Promise<StartedHub> {
  const local = { modules: ["demo.mjs"], approval: true };
  return start({ local, approvals, ...more, serve: { keys, ...more.serve } });
}

interface Waiting {
  readonly version: number;
  readonly mayAnswer: boolean;
  readonly pending: HubApproval[];
  readonly recent: HubApproval[];
}

async function look(hub: StartedHub, key = EVE): Promise<Waiting> {
  return (await (await hub.ask("/~/approvals", key)).json()) as Waiting;
}

async function nextPending(hub: StartedHub): Promise<HubApproval> {
  await until(async () => (await look(hub)).pending.length > 0);
  return (await look(hub)).pending[0] as HubApproval;
}

interface Reply {
  readonly key?: string;
  readonly answer?: "approve" | "deny";
  readonly digest?: string;
  readonly reason?: string;
  readonly person?: string;
}

function reply(hub: StartedHub, { id, digest }: HubApproval, given: Reply = {}): Promise<Response> {
  const { key = EVE, person, answer = "approve", reason } = given;
  return fetch(`${hub.endpoints.http}/~/approvals/${id}`, {
    method: "POST",
    headers: { "x-api-key": key, ...(person === undefined ? {} : { "operation-person": person }) },
    body: JSON.stringify({ answer, digest: given.digest ?? digest, reason }),
  });
}

interface Outcome {
  /** What the caller got: data, or an error. */
  readonly data?: unknown;
  readonly text?: string;
}

/** Calls `demo.write` as Ada. `leave` makes the caller go. */
interface Call {
  readonly outcome: Promise<Outcome>;
  leave(): void;
}

type Caller = (hub: StartedHub, input: object) => Promise<Call>;

function settled(work: Promise<Outcome>): Promise<Outcome> {
  return work.catch((error: unknown) => ({ text: JSON.stringify(error) || String(error) }));
}

const byHTTP: Caller = async (hub, input) => {
  const leaving = new AbortController();
  const answered = fetch(`${hub.endpoints.http}/demo/write`, {
    method: "POST",
    headers: { "x-api-key": ADA, "content-type": "application/json" },
    body: JSON.stringify(input),
    signal: leaving.signal,
  }).then(async (response): Promise<Outcome> => {
    const text = await response.text();
    return response.ok ? { data: JSON.parse(text) as unknown } : { text };
  });
  return { outcome: settled(answered), leave: () => leaving.abort() };
};

const byMCP =
  (era: "legacy" | "modern"): Caller =>
  async (hub, input) => {
    const mcp = clientOf(era);
    const requestInit = { headers: { authorization: `Bearer ${ADA}` } };
    await mcp.connect(new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), { requestInit }));
    onTestFinished(() => mcp.close());
    const leaving = new AbortController();
    const called = mcp
      .callTool({ name: "demo_write", arguments: { ...input } }, { signal: leaving.signal })
      .then(({ content, isError }): Outcome => {
        const text = JSON.stringify(content);
        return isError === true ? { text } : { data: "written" };
      });
    return { outcome: settled(called), leave: () => leaving.abort() };
  };

const byWebSocket: Caller = async (hub, input) => {
  const spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token: ADA, registry: new OperationRegistry() });
  onTestFinished(() => spoke.close());
  const leaving = new AbortController();
  const called = spoke.call("demo.write", input, { signal: leaving.signal }).then(({ data }): Outcome => ({ data }));
  return { outcome: settled(called), leave: () => leaving.abort() };
};

describe.each<[string, Caller]>([
  ["HTTP", byHTTP],
  ["MCP up to 2025-11-25", byMCP("legacy")],
  ["MCP of 2026-07-28", byMCP("modern")],
  ["WebSocket", byWebSocket],
])("when a call over %s needs an approval", (_, call) => {
  it("waits, shows who calls what since when, and runs once it is approved", async () => {
    const hub = await run();
    const { outcome } = await call(hub, { text: "hi" });
    const pending = await nextPending(hub);
    expect(pending).toMatchObject({ operation: "demo.write", caller: { id: "ada" }, input: { text: "hi" } });
    expect(Date.parse(pending.expires) - Date.parse(pending.since)).toBe(600_000);
    expect((await reply(hub, pending)).status).toBe(200);
    expect(await outcome).toEqual({ data: "written" });
    const { pending: none, recent } = await look(hub);
    expect(none).toEqual([]);
    expect(recent).toMatchObject([{ state: "approved", end: { by: "eve", via: "key" } }]);
  });

  it("fails with the reason of a no", async () => {
    const hub = await run();
    const { outcome } = await call(hub, {});
    await reply(hub, await nextPending(hub), { answer: "deny", reason: "not on a Friday" });
    const { text } = await outcome;
    expect(text).toContain("ACCESS_DENIED");
    expect(text).toContain("demo.write was not approved: not on a Friday");
  });

  it("fails if no approver answers in time", async () => {
    const hub = await run({ timeout: 50 });
    const { outcome } = await call(hub, {});
    expect((await outcome).text).toContain("no one answered in time");
    expect((await look(hub)).recent).toMatchObject([{ state: "expired" }]);
  });

  it("fails at once when the hub stops, and certainly has not run", async () => {
    const hub = await run();
    const { outcome } = await call(hub, {});
    await nextPending(hub);
    const started = performance.now();
    await hub.close({ graceMs: 50_000 });
    expect(performance.now() - started).toBeLessThan(40_000);
    const { text } = await outcome;
    expect(text).toContain("the hub stopped before anyone answered");
    expect(text).toMatch(/"phase":"notStarted"|ACCESS_DENIED: /);
  });

  it("takes the first of two answers, and tells the second approver who was faster", async () => {
    const hub = await run();
    const { outcome } = await call(hub, {});
    const pending = await nextPending(hub);
    const answers = await Promise.all([
      reply(hub, pending),
      reply(hub, pending, { key: MAX, answer: "deny", reason: "no" }),
    ]);
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409]);
    const late = answers.find(({ status }) => status === 409);
    const isApproved = answers[0]?.status === 200;
    expect(await late?.json()).toMatchObject({
      detail: `${pending.id} was ${isApproved ? "approved by eve" : "denied by max"} already.`,
    });
    const { data = "", text = "" } = await outcome;
    expect(`${String(data)}${text}`).toContain(isApproved ? "written" : "not approved: no");
  });

  it("is withdrawn when the caller leaves, and can no longer be approved", async () => {
    const hub = await run();
    const called = await call(hub, {});
    const pending = await nextPending(hub);
    called.leave();
    await until(async () => (await look(hub)).pending.length === 0);
    await called.outcome;
    expect((await look(hub)).recent).toMatchObject([{ id: pending.id, state: "withdrawn" }]);
    expect((await reply(hub, pending)).status).toBe(409);
  });
});

describe("who may approve", () => {
  it("callers see their own calls only, and cannot answer", async () => {
    const hub = await run();
    const { outcome } = await byHTTP(hub, {});
    const pending = await nextPending(hub);
    expect(await look(hub, ADA)).toMatchObject({ mayAnswer: false, pending: [{ id: pending.id }] });
    expect((await look(hub, BOB)).pending).toEqual([]);
    expect((await hub.ask(`/~/approvals/${pending.id}`, BOB)).status).toBe(404);
    expect((await hub.ask("/~/approvals")).status).toBe(401);
    expect((await reply(hub, pending, { key: ADA })).status).toBe(403);
    expect((await reply(hub, pending, { key: BOB })).status).toBe(404);
    await reply(hub, pending);
    await outcome;
  });

  it("a key never approves its own call, but a person with the code of the hub's user does", async () => {
    const hub = await run();
    const called = hub.ask("/demo/write", EVE, { method: "POST" });
    const pending = await nextPending(hub);
    const refused = await reply(hub, pending);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      detail: expect.stringContaining("A key does not approve its own call"),
    });
    expect((await reply(hub, pending, { person: "op_guessed-guessed-guessed-guessed" })).status).toBe(403);
    const person = await loadPersonCode(join(hub.folder, "state"));
    expect((await reply(hub, pending, { person })).status).toBe(200);
    expect((await called).status).toBe(200);
    expect((await look(hub)).recent).toMatchObject([{ end: { by: "eve", via: "person" } }]);
  });

  it("a browser that logged in with the link from the hub's terminal approves its own calls; one with the key does not", async () => {
    const hub = await start({ local: { modules: ["demo.mjs"], approval: true } });
    const key = hub.key ?? "";
    const called = hub.ask("/demo/write", key, { method: "POST" });
    await until(async () => (await look(hub, key)).pending.length > 0);
    const { id, digest } = (await look(hub, key)).pending[0] as HubApproval;
    const answerIn = async (credential: object): Promise<number> => {
      const { shown } = await logInAsPage(hub, credential);
      const asked = { body: { answer: "approve", digest }, headers: shown };
      return (await askAsPage(hub, `/~/approvals/${id}`, asked)).status;
    };
    expect(await answerIn({ key })).toBe(403);
    expect(await answerIn({ code: hub.makeLogInLink?.().split("#code=")[1] })).toBe(200);
    expect((await called).status).toBe(200);
  });

  it("with fourEyes, not even a person approves their own call, but they may deny it", async () => {
    const hub = await run({ fourEyes: true });
    const called = hub.ask("/demo/write", EVE, { method: "POST" });
    const pending = await nextPending(hub);
    const person = await loadPersonCode(join(hub.folder, "state"));
    expect((await reply(hub, pending, { person })).status).toBe(403);
    expect((await reply(hub, pending, { answer: "deny" })).status).toBe(200);
    expect((await called).status).toBe(403);
  });

  it("an answer names the digest of what the approver saw, and each approval is valid for one call", async () => {
    const hub = await run();
    const first = await byHTTP(hub, { text: "one" });
    const pending = await nextPending(hub);
    expect((await reply(hub, pending, { digest: "sha256-other" })).status).toBe(409);
    expect((await reply(hub, pending, { answer: "perhaps" as "deny" })).status).toBe(400);
    await reply(hub, pending);
    expect(await first.outcome).toEqual({ data: "written" });
    const second = await byHTTP(hub, { text: "one" });
    const again = await nextPending(hub);
    expect(again.digest).toBe(pending.digest);
    expect(again.id).not.toBe(pending.id);
    await reply(hub, again, { answer: "deny" });
    expect((await second.outcome).text).toContain("not approved");
  });
});

describe("the number of waiting calls", () => {
  it("is limited per caller and in all, and leaves room for other calls", async () => {
    const hub = await run({ pending: 3, pendingPerCaller: 2 });
    const calls = await Promise.all([byHTTP(hub, {}), byHTTP(hub, {})]);
    await until(async () => (await look(hub)).pending.length === 2);
    const third = await byHTTP(hub, {});
    expect((await third.outcome).text).toContain("2 of your calls already wait");
    const bobs = hub.ask("/demo/write", BOB, { method: "POST" });
    await until(async () => (await look(hub)).pending.length === 3);
    const full = await hub.ask("/demo/write", EVE, { method: "POST" });
    expect(await full.json()).toMatchObject({ code: "OVERLOADED", phase: "notStarted", retryable: true });
    expect((await hub.ask("/demo/hello", BOB, { method: "POST" })).status).toBe(200);
    for (const each of (await look(hub)).pending) await reply(hub, each);
    expect((await bobs).status).toBe(200);
    for (const { outcome } of calls) expect(await outcome).toEqual({ data: "written" });
  });

  it("is by default at most half of the hub's concurrent calls", async () => {
    const hub = await run({}, { serve: { limits: { concurrentCalls: 4 } } });
    const { outcome } = await byHTTP(hub, {});
    await nextPending(hub);
    expect((await (await byHTTP(hub, {})).outcome).text).toContain("1 of your calls already wait");
    const bobs = hub.ask("/demo/write", BOB, { method: "POST" });
    await until(async () => (await look(hub)).pending.length === 2);
    expect((await hub.ask("/demo/write", MAX, { method: "POST" })).status).toBe(503);
    for (const each of (await look(hub)).pending) await reply(hub, each);
    expect((await bobs).status).toBe(200);
    await outcome;
  });
});

describe("what approvals report", () => {
  it("a client that follows the list learns of a change at once", async () => {
    const hub = await run();
    const { version } = await look(hub);
    const followed = hub.ask(`/~/approvals?after=${version}`, EVE).then((answer) => answer.json() as Promise<Waiting>);
    const { outcome } = await byHTTP(hub, {});
    const { pending } = await followed;
    expect(pending).toHaveLength(1);
    await reply(hub, pending[0] as HubApproval);
    await outcome;
  });

  it("the audit has a line for every outcome, and the metrics count them", async () => {
    const more = { id: "metrics", key: "the-key-of-metrics-1", scopes: ["operations:metrics"] };
    const hub = await run({}, { audit: { file: "audit.jsonl" }, serve: { keys: [...keys, more] } });
    const { outcome } = await byHTTP(hub, { text: "secret" });
    const pending = await nextPending(hub);
    expect(await (await hub.ask("/metrics", more.key)).text()).toContain("operations_approvals_pending 1");
    await reply(hub, pending, { answer: "deny", reason: "no" });
    await outcome;
    expect(await (await hub.ask("/metrics", more.key)).text()).toContain(
      'operations_approvals_total{outcome="denied"} 1',
    );
    await hub.close();
    const lines = (await readFile(join(hub.folder, "audit.jsonl"), "utf8")).trim().split("\n");
    const line = lines
      .map((each) => JSON.parse(each) as Record<string, unknown>)
      .find(({ event }) => event !== undefined);
    expect(line).toMatchObject({
      event: "approval",
      approval: pending.id,
      outcome: "denied",
      by: "eve",
      via: "key",
      reason: "no",
      identity: "ada",
      operation: "demo.write",
      digest: pending.digest,
    });
    expect(JSON.stringify(line)).not.toContain("secret");
  });
});

describe("when callers may confirm for themselves", () => {
  it.each([
    [{ action: "accept", content: { approve: true } } as const, "approved", '{"data":"written"}'],
    [{ action: "decline" } as const, "denied", "declined at the caller's client"],
  ])("the question goes to their own client, and %j makes it %s", async (answer, state, got) => {
    const hub = await run({ callersConfirm: ["demo.write"] });
    const spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token: ADA, registry: new OperationRegistry() });
    onTestFinished(() => spoke.close());
    const asked: string[] = [];
    const onElicitation = ({ message }: { message: string }) => {
      asked.push(message);
      return answer;
    };
    const outcome = await settled(
      spoke.call("demo.write", { text: "hi" }, { onElicitation }).then(({ data }) => ({ data })),
    );
    expect(asked).toEqual(['Run demo.write with {"text":"hi"}?']);
    expect((await look(hub)).recent).toMatchObject([{ state, end: { by: "ada", via: "caller" } }]);
    expect(JSON.stringify(outcome)).toContain(got);
  });

  it("an approver may still be faster than the client", async () => {
    const hub = await run({ callersConfirm: true });
    const spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token: ADA, registry: new OperationRegistry() });
    onTestFinished(() => spoke.close());
    let withdrawn: Promise<unknown> | undefined;
    const onElicitation = (_: unknown, { signal }: { signal: AbortSignal }): Promise<never> => {
      const aborted = new Promise<never>((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(new Error("withdrawn"))),
      );
      withdrawn = aborted.catch((error: unknown) => error);
      return aborted;
    };
    const called = spoke.call("demo.write", {}, { onElicitation });
    called.catch(() => undefined);
    await until(() => withdrawn !== undefined);
    await reply(hub, await nextPending(hub));
    expect(await called).toMatchObject({ data: "written" });
    await withdrawn;
  });
});

describe("when the config changes while calls wait", () => {
  it("waiting calls stay, and new rules apply to new calls", async () => {
    const hub = await run();
    const { outcome } = await byHTTP(hub, {});
    const pending = await nextPending(hub);
    await hub.reload({
      folder: hub.folder,
      config: { local: { modules: ["demo.mjs"], approval: true }, approvals: { pendingPerCaller: 1 }, serve: { keys } },
    });
    expect((await (await byHTTP(hub, {})).outcome).text).toContain("1 of your calls already wait");
    expect((await reply(hub, pending)).status).toBe(200);
    expect(await outcome).toEqual({ data: "written" });
  });
});
