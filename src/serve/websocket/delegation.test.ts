/** Calls that a spoke makes on behalf of others. */
import { generateKeyPair, SignJWT } from "jose";
import { describe, expect, it, vi } from "vitest";
import { signedIdentity } from "../../entries/serve-websocket.ts";
import type { SignedIdentity } from "../../entries/serve-websocket.ts";
import { failure, operation, startHub, startSpoke } from "./serve-websocket.test-support.ts";
import type { StartedHub } from "./serve-websocket.test-support.ts";
import type { OperationContext } from "../../operation/operation-context.ts";
import { add, count } from "../../registry/fixtures.test-support.ts";
import { dispatch } from "../../registry/dispatch.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { subscribe } from "../../registry/subscribe.ts";

const secret = "a secret that both of the hubs share";
const ada = { id: "ada", scopes: ["task:run"] };
const eve = { id: "eve", scopes: ["task:read"] };
/** May act for others, and run tasks itself. */
const GATE = "gate:operations:delegate,task:run";

function tasks(): OperationRegistry {
  return new OperationRegistry().registerAll([
    operation("task.who", (_input, { identity }) => identity ?? null),
    operation("task.run", (_input, { identity }) => `run for ${identity?.id}`, ["task:run"]),
    operation("task.wide", () => "wide", ["task:wide"]),
    operation("task.nested", async (_input, { env }) => (await env["task"]?.["run"]?.({}))?.data),
    add,
    count,
  ]);
}

const startTasks = (identity?: SignedIdentity): Promise<StartedHub> => startHub({ registry: tasks(), identity });

describe("when a spoke signs the identity that it calls for", () => {
  it("runs as that caller, however the call is made", async () => {
    const { url } = await startTasks(signedIdentity({ secret }));
    const imports = new OperationRegistry();
    const spoke = await startSpoke(url, { token: GATE, identity: signedIdentity({ secret }), imports });
    await expect.poll(() => imports.has("task.who")).toBe(true);
    expect((await spoke.call("task.run", {}, { identity: ada })).data).toBe("run for ada");
    expect(await failure(spoke.call("task.run", {}, { identity: eve }))).toMatchObject({
      code: "ACCESS_DENIED",
      phase: "notStarted",
    });
    expect((await imports.execute("task.who", {}, { identity: eve })).data).toMatchObject({ id: "eve" });
    const asked = operation("own.ask", async (_input, context) => (await spoke.call("task.who", {}, context)).data);
    const own = new OperationRegistry().register(asked);
    expect((await own.execute("own.ask", {}, { identity: ada })).data).toMatchObject(ada);
    // Its own calls: as itself.
    expect((await spoke.call("task.who")).data).toMatchObject({ id: "gate" });
  });

  it("never lends a caller more rights than the caller has, at any depth", async () => {
    const { url } = await startTasks(signedIdentity({ secret }));
    const spoke = await startSpoke(url, { token: GATE, identity: signedIdentity({ secret }) });
    const root = { id: "root", scopes: ["task:wide", "task:run"] };
    expect((await spoke.call("task.who", {}, { identity: root })).data).toEqual({ id: "root", scopes: ["task:run"] });
    expect(await failure(spoke.call("task.wide", {}, { identity: root }))).toMatchObject({ code: "ACCESS_DENIED" });
    expect((await spoke.call("task.nested", {}, { identity: ada })).data).toBe("run for ada");
    expect(await failure(spoke.call("task.nested", {}, { identity: eve }))).toMatchObject({ code: "ACCESS_DENIED" });
  });

  it("does not lend its rights to a caller without an identity", async () => {
    const { url } = await startTasks(signedIdentity({ secret }));
    const imports = new OperationRegistry();
    await startSpoke(url, { token: GATE, identity: signedIdentity({ secret }), imports });
    await expect.poll(() => imports.has("task.nested")).toBe(true);
    const who = await dispatch(imports, { id: "task.who" });
    expect(who.data).toEqual({ id: "anonymous", scopes: [] });
    expect(await failure(dispatch(imports, { id: "task.nested" }))).toMatchObject({ code: "ACCESS_DENIED" });
  });

  it("supports streams, aborts and deadlines like other calls", async () => {
    const { registry, url } = await startTasks(signedIdentity({ secret }));
    const seen: OperationContext[] = [];
    const wait = (_input: unknown, context: OperationContext): Promise<void> => {
      seen.push(context);
      return new Promise(() => undefined);
    };
    registry.register(operation("task.wait", wait, ["task:run"]));
    const imports = new OperationRegistry();
    await startSpoke(url, { token: GATE, identity: signedIdentity({ secret }), imports });
    await expect.poll(() => imports.has("task.wait") && imports.has("math.count")).toBe(true);
    const items: unknown[] = [];
    for await (const { data } of subscribe(imports, "math.count", { to: 3 }, { identity: ada })) items.push(data);
    expect(items).toEqual([1, 2, 3]);
    const leaving = new AbortController();
    const left = failure(imports.execute("task.wait", {}, { identity: ada, signal: leaving.signal }));
    await expect.poll(() => seen[0]?.identity?.id).toBe("ada");
    leaving.abort();
    expect((await left).code).toBe("ABORTED");
    await expect.poll(() => seen[0]?.signal.aborted).toBe(true);
    const late = imports.execute("task.wait", {}, { identity: ada, deadline: Date.now() + 4000 });
    expect((await failure(late)).code).toBe("TIMEOUT");
    await expect.poll(() => seen[1]?.signal.aborted).toBe(true);
  });

  it("works with custom keys, and makes no call on behalf of others without one", async () => {
    const { privateKey, publicKey } = await generateKeyPair("EdDSA");
    const verifying = signedIdentity({ publicKeys: [publicKey] });
    const { url } = await startTasks(verifying);
    const spoke = await startSpoke(url, { token: GATE, identity: signedIdentity({ privateKey }) });
    expect((await spoke.call("task.run", {}, { identity: ada })).data).toBe("run for ada");
    const keyless = await startSpoke(url, { token: GATE, identity: verifying });
    for (let i = 0; i < 2; i++)
      expect(await failure(keyless.call("task.run", {}, { identity: ada }))).toMatchObject({
        code: "UNAUTHENTICATED",
        phase: "notStarted",
      });
    expect((await keyless.call("task.run")).data).toBe("run for gate");
  });

  it("signs once for many calls of the same caller, and again when its rights change", async () => {
    const { url } = await startTasks(signedIdentity({ secret }));
    const identity = signedIdentity({ secret });
    const sign = vi.spyOn(identity, "sign");
    const spoke = await startSpoke(url, { token: GATE, identity });
    for (let i = 0; i < 5; i++) await spoke.call("task.who", {}, { identity: { ...ada } });
    expect(sign).toHaveBeenCalledTimes(1);
    await spoke.call("task.who", {}, { identity: { ...ada, scopes: [] } });
    expect(sign).toHaveBeenCalledTimes(2);
    await spoke.call("task.who");
    await spoke.call("task.who");
    expect(sign).toHaveBeenCalledTimes(3);
  });
});

describe("when a hub must not accept it", () => {
  /** A spoke that sends any token it is given. */
  function showing(token: (audience: string) => string | Promise<string>): SignedIdentity {
    return {
      sign: async (audience) => ({ token: await token(audience), expiresAt: 0 }),
      verify: () => Promise.reject(new Error("a spoke verifies nothing")),
    };
  }

  const sign = (audience: string, key: string, expires: string): Promise<string> =>
    new SignJWT({ scopes: ["task:run"] })
      .setProtectedHeader({ alg: "HS256" })
      .setSubject("mallory")
      .setAudience(audience)
      .setExpirationTime(expires)
      .sign(new TextEncoder().encode(key));
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");

  it.each([
    ["expired", (hub: string) => sign(hub, secret, "-1 minute")],
    ["is for another hub", () => sign("another hub", secret, "1 minute")],
    ["was signed with another secret", (hub: string) => sign(hub, `${secret}!`, "1 minute")],
    [
      "says that it needs no signature",
      (hub: string) =>
        `${encode({ alg: "none" })}.${encode({ sub: "mallory", aud: hub, exp: 4e9, scopes: ["task:run"] })}.`,
    ],
    ["is none", () => "no token at all"],
    ["is empty", () => ""],
  ])("refuses and counts a token that %s, and continues", async (_case, token) => {
    const { hub, url } = await startTasks(signedIdentity({ secret }));
    const spoke = await startSpoke(url, { token: GATE, identity: showing(token) });
    const refused = await failure(spoke.call("task.run", {}, { identity: ada }));
    expect(refused).toMatchObject({ code: "UNAUTHENTICATED", phase: "notStarted" });
    expect(hub.counters.refusedIdentities).toBe(1);
    expect(spoke.state).toBe("connected");
    const good = await startSpoke(url, {
      token: GATE,
      identity: showing((audience) => sign(audience, secret, "1 minute")),
    });
    expect((await good.call("task.run", {}, { identity: ada })).data).toBe("run for mallory");
  });

  it("refuses a valid token from a connection that may not delegate, and an unknown token", async () => {
    const identity = signedIdentity({ secret });
    const verify = vi.spyOn(identity, "verify");
    const { hub, url } = await startHub({ registry: tasks(), identity, anonymous: true });
    const plain = await startSpoke(url, { token: "bob:task:run", identity: signedIdentity({ secret }) });
    const refused = await failure(plain.call("task.run", {}, { identity: ada }));
    expect(refused).toMatchObject({ code: "ACCESS_DENIED", phase: "notStarted" });
    expect(refused.message).toBe("bob may not call on behalf of others: it needs the scope operations:delegate.");
    const unknown = await startSpoke(url, { token: undefined, identity: signedIdentity({ secret }) });
    expect(await failure(unknown.call("task.who", {}, { identity: ada }))).toMatchObject({ code: "ACCESS_DENIED" });
    expect(hub.counters.refusedIdentities).toBe(2);
    expect(verify).not.toHaveBeenCalled();
    // It still makes its own calls.
    expect((await plain.call("task.run")).data).toBe("run for bob");
  });

  it("does not run it as another identity if it verifies no tokens", async () => {
    const { hub, url } = await startTasks();
    const spoke = await startSpoke(url, { token: GATE, identity: signedIdentity({ secret }) });
    const refused = await failure(spoke.call("task.run", {}, { identity: ada }));
    expect(refused).toMatchObject({ code: "UNAUTHENTICATED", phase: "notStarted" });
    expect(refused.message).toContain("verifies no tokens");
    expect(hub.counters.refusedIdentities).toBe(1);
    expect((await spoke.call("task.run")).data).toBe("run for gate");
  });

  it("refuses a token that was signed with an earlier secret", async () => {
    const { hub, url } = await startTasks(signedIdentity({ secret }));
    const spoke = await startSpoke(url, { token: GATE, identity: signedIdentity({ secret }) });
    expect((await spoke.call("task.run", {}, { identity: ada })).data).toBe("run for ada");
    hub.setIdentity(signedIdentity({ secret: `${secret}, changed` }));
    expect(await failure(spoke.call("task.run", {}, { identity: ada }))).toMatchObject({ code: "UNAUTHENTICATED" });
    hub.setIdentity(undefined);
    expect(await failure(spoke.call("task.run", {}, { identity: ada }))).toMatchObject({ code: "UNAUTHENTICATED" });
    hub.setIdentity(signedIdentity({ secret }));
    expect((await spoke.call("task.run", {}, { identity: ada })).data).toBe("run for ada");
  });
});
