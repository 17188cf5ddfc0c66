import { once } from "node:events";
import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { until } from "../../tests/support/until.ts";
import type { HubApproval } from "./approvals/hub-approval.ts";
import { loadPersonCode } from "./approvals/person-code.ts";
import type { HubConfig } from "./config/hub-config.ts";
import { ADA, keysOfTwo, startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();

interface Waiting {
  /** The status of the call, once it has an answer. */
  readonly called: Promise<number>;
  readonly person: string;
  readonly answer: (answer: "approve" | "deny", headers?: Record<string, string>) => Promise<number>;
}

/** A waiting call of Ada's, at a hub whose user is at its socket. */
async function waitingCall(approvals: HubConfig["approvals"] = {}): Promise<Waiting> {
  const local = { modules: ["demo.mjs"], approval: true };
  const hub: StartedHub = await start({ local, approvals, serve: { keys: keysOfTwo } });
  const socketPath = join(hub.folder, "own.sock");
  await hub.openOwnerSocket(socketPath);
  const called = hub.ask("/demo/write", ADA, { method: "POST" }).then(({ status }) => status);
  const pending = async (): Promise<HubApproval[]> => {
    const answer = await hub.ask("/~/approvals", ADA);
    return ((await answer.json()) as { pending: HubApproval[] }).pending;
  };
  await until(async () => (await pending()).length > 0);
  const [{ id, digest } = { id: "", digest: "" }] = await pending();
  return {
    called,
    person: await loadPersonCode(join(hub.folder, "state")),
    async answer(answer, headers = {}) {
      const sent = request({ socketPath, path: `/~/approvals/${id}`, method: "POST", headers });
      sent.end(JSON.stringify({ answer, digest }));
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      response.resume();
      return response.statusCode ?? 0;
    },
  };
}

describe("at the socket of the user who runs the hub", () => {
  it("a person can approve, but a program cannot: it may have made the call with its own key", async () => {
    const { called, answer, person } = await waitingCall();
    expect(await answer("approve")).toBe(403);
    expect(await answer("approve", { "operation-person": person })).toBe(200);
    expect(await called).toBe(200);
  });

  it("no one can approve if fourEyes is on, because the socket does not identify the person, but anyone may deny", async () => {
    const { called, answer, person } = await waitingCall({ fourEyes: true });
    expect(await answer("approve", { "operation-person": person })).toBe(403);
    expect(await answer("deny")).toBe(200);
    expect(await called).toBe(403);
  });
});
