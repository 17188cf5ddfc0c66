/** Several callers watch one resource of a server that distinguishes them. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import {
  defineOperation,
  defineResource,
  OperationRegistry,
  OperationType,
  subscribe,
  Type,
} from "../../src/entries/index.ts";
import type { Identity } from "../../src/entries/index.ts";
import { serveMCP } from "../../src/entries/serve-mcp.ts";
import { Listeners } from "../../src/shared/listeners.ts";
import { until } from "../support/until.ts";
import { connect, startServer } from "./support.ts";

const URI = "inbox://mine";

const ends: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Mail {
  readonly url: string;
  /** New mail for one caller. */
  readonly deliver: (to: string) => void;
  /** The callers that the server knows to be watching. */
  readonly watching: string[];
}

/** A server whose one resource differs for each caller. `eve` may call, but may watch nothing. */
async function startMail(): Promise<Mail> {
  const inboxes = new Map<string, Listeners>();
  const watching: string[] = [];
  const accessControl = { requiredScopes: ["mail"] };
  const registry = new OperationRegistry().registerAll([
    defineResource({
      namespace: "mail",
      name: "inbox",
      version: "1.0.0",
      description: "The reader's own mail",
      uri: URI,
      mimeType: "text/plain",
      watchedBy: "mail.arrivals",
      accessControl,
      handler: (_input, { identity }) => `mail of ${identity?.id}`,
    }),
    defineOperation({
      namespace: "mail",
      name: "arrivals",
      version: "1.0.0",
      type: OperationType.SUBSCRIPTION,
      description: "Tells its caller about new mail",
      inputSchema: Type.Object({}),
      outputSchema: Type.String(),
      accessControl,
      handler: async function* (_input, { identity, signal }) {
        const id = identity?.id ?? "";
        const inbox = inboxes.get(id) ?? new Listeners();
        inboxes.set(id, inbox);
        let wake: (() => void) | undefined;
        let count = 0;
        const stop = inbox.add(() => {
          count++;
          wake?.();
        });
        signal.addEventListener("abort", () => wake?.());
        watching.push(id);
        for (let seen = 0; !signal.aborted;) {
          if (seen < count) yield `mail ${++seen}`;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
        stop();
      },
    }),
  ]);
  const service = serveMCP(registry, {
    authenticate: ({ token }) => ({ id: token ?? "", scopes: token === "eve" ? [] : ["mail"] }),
  });
  ends.push(() => service.close());
  const { url } = await service.listen();
  return { url, watching, deliver: (to) => inboxes.get(to)?.tell() };
}

const asCaller = (identity: Identity | undefined): Record<string, string> => ({
  authorization: `Bearer ${identity?.id}`,
});

function caller(id: string): Identity {
  return { id, scopes: [] };
}

describe("when callers with their own credentials watch one resource", () => {
  it("listens to a server of 2026-07-28 as each caller; the server may refuse one, and each gets only its own updates", async () => {
    const mail = await startMail();
    const { registry } = await connect("mail", {
      url: mail.url,
      era: "modern",
      token: "hub",
      resources: true,
      credentials: asCaller,
    });
    const watch = (id: string) => subscribe(registry, "mail.resources.watch", { uri: URI }, { identity: caller(id) });
    const [ada, bob, eve] = [watch("ada"), watch("bob"), watch("eve")];
    expect((await ada.next()).value).toMatchObject({ data: { event: "watching" } });
    expect((await bob.next()).value).toMatchObject({ data: { event: "watching" } });
    await expect(eve.next()).rejects.toThrow("does not report changes of the resource to this caller");
    expect(mail.watching.toSorted()).toEqual(["ada", "bob"]);

    const heard: string[] = [];
    const hear = (name: string, watching: typeof ada): Promise<void> =>
      watching.next().then(({ done }) => void (done === true || heard.push(name)));
    const [adaHeard, bobHeard] = [hear("ada", ada), hear("bob", bob)];
    mail.deliver("bob");
    await bobHeard;
    expect(heard).toEqual(["bob"]);
    mail.deliver("ada");
    await adaHeard;
    expect(heard).toEqual(["bob", "ada"]);
    await Promise.all([ada.return(), bob.return(), eve.return()]);
  });

  it("subscribes to a server of 2025-11-25 as each caller; the server may refuse one", async () => {
    const subscribed: unknown[] = [];
    const server = await startServer({
      era: "legacy",
      capabilities: { resources: { subscribe: true } },
      onCall: ({ reply }) => reply({}),
      onOther: ({ message: { method, id }, headers: { authorization }, reply, response }) => {
        if (method.endsWith("subscribe")) subscribed.push([method, authorization]);
        if (authorization !== "Bearer eve") return reply({});
        const error = { code: -32_602, message: "not yours" };
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ jsonrpc: "2.0", id, error }));
      },
    });
    const { registry } = await connect("mail", { url: server.url, resources: true, credentials: asCaller });
    const watch = (id: string) => subscribe(registry, "mail.resources.watch", { uri: URI }, { identity: caller(id) });
    const [ada, eve] = [watch("ada"), watch("eve")];
    expect((await ada.next()).value).toMatchObject({ data: { event: "watching" } });
    await expect(eve.next()).rejects.toThrow("not yours");
    await ada.return();
    await until(() => subscribed.length === 3);
    expect(subscribed).toEqual([
      ["resources/subscribe", "Bearer ada"],
      ["resources/subscribe", "Bearer eve"],
      ["resources/unsubscribe", "Bearer ada"],
    ]);
  });
});

describe("when clients of 2026-07-28 listen to one URI that means a different resource for each", () => {
  it("notifies only the client whose resource has changed", async () => {
    const mail = await startMail();
    const listening = async (token: string) => {
      const client = new Client({ name: token, version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
      const authProvider = { token: async () => token };
      await client.connect(new StreamableHTTPClientTransport(new URL(mail.url), { authProvider }));
      ends.push(() => client.close());
      const updates: string[] = [];
      client.setNotificationHandler("notifications/resources/updated", ({ params }) => void updates.push(params.uri));
      const { honoredFilter } = await client.listen({ resourceSubscriptions: [URI] });
      return { updates, honored: honoredFilter.resourceSubscriptions };
    };
    const [ada, bob, eve] = [await listening("ada"), await listening("bob"), await listening("eve")];
    expect([ada.honored, bob.honored, eve.honored]).toEqual([[URI], [URI], undefined]);
    await until(() => mail.watching.length === 2);
    mail.deliver("bob");
    await until(() => bob.updates.length > 0);
    mail.deliver("ada");
    await until(() => ada.updates.length > 0);
    expect([ada.updates, bob.updates, eve.updates]).toEqual([[URI], [URI], []]);
  });
});
