import dns from "node:dns";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { until } from "../../../tests/support/until.ts";
import { ADA, keysOfTwo, startedHubs } from "../started-hubs.test-support.ts";
import type { StartedHub } from "../started-hubs.test-support.ts";
import { isSigned, signWebhook } from "./webhook-signature.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqr";

interface Heard {
  readonly headers: Headers;
  readonly body: string;
}

interface Asked {
  readonly id: string;
  readonly token: string;
  readonly digest: string;
  readonly answerUrl: string;
  readonly input: unknown;
}

/** A service that receives the request. It answers the first requests with these statuses, and the others with 204. */
async function service(...statuses: number[]): Promise<{ url: string; heard: Heard[] }> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      heard.push({ headers: new Headers(request.headers as Record<string, string>), body });
      response.writeHead(statuses.shift() ?? 204, { location: "/elsewhere" }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ask`, heard };
}

function run(url: string, more: { allowPrivateNetwork?: boolean } = {}): Promise<StartedHub> {
  const local = { modules: ["demo.mjs"], approval: true };
  return start({ local, approvals: { webhook: { url, secret: SECRET, ...more } }, serve: { keys: keysOfTwo } });
}

/** Points a name to an address, as the name's owner can. */
function nameLeadsTo(name: string, address: string): void {
  const lookup = dns.lookup;
  const stub = vi
    .spyOn(dns, "lookup")
    .mockImplementation(((asked: string, options: object, callback: unknown) =>
      asked === name
        ? (callback as (error: null, found: object[]) => void)(null, [{ address, family: 4 }])
        : lookup(asked, options as never, callback as never)) as never);
  onTestFinished(() => stub.mockRestore());
}

function send({ answerUrl }: Asked, answer: object, secret = SECRET, now?: number): Promise<Response> {
  const body = JSON.stringify(answer);
  return fetch(answerUrl, { method: "POST", body, headers: signWebhook(secret, "answer-1", body, now) });
}

async function firstAsked(heard: readonly Heard[], count = 1): Promise<Asked> {
  await until(() => heard.length >= count);
  return (JSON.parse(heard[count - 1]?.body ?? "") as { data: Asked }).data;
}

describe("when an approval goes to a webhook", () => {
  it("sends a signed request, and a signed answer runs the call, once", async () => {
    const { url, heard } = await service();
    const hub = await run(url);
    const called = hub.ask("/demo/write", ADA, { method: "POST" });
    const asked = await firstAsked(heard);
    const { headers, body } = heard[0] as Heard;
    expect(isSigned(SECRET, headers, body)).toBe(true);
    expect(isSigned(SECRET, headers, `${body} `)).toBe(false);
    expect(JSON.parse(body)).toMatchObject({ type: "approval.requested", data: { caller: { id: "ada" } } });
    const { id, token, digest } = asked;
    const answer = { id, token, digest, answer: "approve", by: "Max" };
    expect((await send(asked, answer)).status).toBe(200);
    expect((await called).status).toBe(200);
    const again = await send(asked, answer);
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ detail: `${id} was approved by Max (webhook) already.` });
  });

  it("accepts no answer with a wrong secret, an old signature, another token or another digest", async () => {
    const { url, heard } = await service();
    const hub = await run(url);
    const called = hub.ask("/demo/write", ADA, { method: "POST" });
    const asked = await firstAsked(heard);
    const { id, token, digest } = asked;
    const answer = { id, token, digest, answer: "approve" };
    expect((await send(asked, answer, "another secret of the same length, 1")).status).toBe(401);
    expect((await send(asked, answer, SECRET, Date.now() - 3_600_000)).status).toBe(401);
    expect((await fetch(asked.answerUrl, { method: "POST", body: JSON.stringify(answer) })).status).toBe(401);
    // Outgoing requests are signed as well, but they are not answers.
    const { headers, body } = heard[0] as Heard;
    const reflected = Object.fromEntries([...headers].filter(([name]) => name.startsWith("webhook-")));
    expect((await fetch(asked.answerUrl, { method: "POST", body, headers: reflected })).status).toBe(400);
    expect((await send(asked, { ...answer, token: "guessed" })).status).toBe(403);
    expect((await send(asked, { ...answer, digest: "sha256-other" })).status).toBe(409);
    expect((await send(asked, { ...answer, id: "other" })).status).toBe(404);
    expect((await send(asked, { ...answer, answer: "deny", reason: "no" })).status).toBe(200);
    expect(await (await called).json()).toMatchObject({ detail: "demo.write was not approved: no" });
  });

  it("tries again after a failure, follows no redirect, and stops when the caller leaves", async () => {
    const { url, heard } = await service(500, 302);
    const hub = await run(url);
    const leaving = new AbortController();
    const called = hub.ask("/demo/write", ADA, { method: "POST", signal: leaving.signal });
    called.catch(() => undefined);
    const asked = await firstAsked(heard, 3);
    expect(heard.map(({ headers }) => headers.get("webhook-id"))).toEqual([asked.id, asked.id, asked.id]);
    leaving.abort();
    await expect(called).rejects.toThrow();
    const { id, token, digest } = asked;
    await until(async () => (await send(asked, { id, token, digest, answer: "deny" })).status === 409);
  });
});

describe("when the webhook has a public name that resolves to a private address", () => {
  it("sends nothing there, and the log says why", async () => {
    const { url, heard } = await service();
    nameLeadsTo("chat.example", "127.0.0.1");
    const hub = await run(url.replace("127.0.0.1", "chat.example"));
    const leaving = new AbortController();
    const called = hub.ask("/demo/write", ADA, { method: "POST", signal: leaving.signal });
    called.catch(() => undefined);
    await until(() => hub.logged.some((line) => line.includes("the approval webhook failed")));
    expect(hub.logged.join("")).toContain("chat.example is at 127.0.0.1, a private address");
    expect(heard).toEqual([]);
    leaving.abort();
    await expect(called).rejects.toThrow();
  });

  it("sends there if the config allows it", async () => {
    const { url, heard } = await service();
    nameLeadsTo("chat.example", "127.0.0.1");
    const hub = await run(url.replace("127.0.0.1", "chat.example"), { allowPrivateNetwork: true });
    const called = hub.ask("/demo/write", ADA, { method: "POST" });
    const asked = await firstAsked(heard);
    const { id, token, digest } = asked;
    expect((await send(asked, { id, token, digest, answer: "approve" })).status).toBe(200);
    expect((await called).status).toBe(200);
  });
});

describe("the signature", () => {
  it("follows Standard Webhooks", () => {
    // The example from the specification's own libraries.
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const headers = signWebhook(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", '{"test": 2432232314}', 1_614_265_330_000);
    expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  it("may be one of several, while a secret is replaced", () => {
    const headers = new Headers(signWebhook(SECRET, "a", "body"));
    headers.set("webhook-signature", `v1,AAAA v2,x ${headers.get("webhook-signature")}`);
    expect(isSigned(SECRET, headers, "body")).toBe(true);
  });
});
