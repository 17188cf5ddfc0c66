import { afterEach, describe, expect, it } from "vitest";
import { defineOperation, OperationRegistry, Type } from "../../src/entries/index.ts";
import type { Identity } from "../../src/entries/index.ts";
import { createMemoryBroker, connectBus, signedIdentity } from "../../src/entries/nats.ts";
import { serveHTTP } from "../../src/entries/serve-http.ts";
import { serveMCP } from "../../src/entries/serve-mcp.ts";
import { serveWebSocket } from "../../src/entries/serve-websocket.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const identities: Readonly<Record<string, Identity>> = {
  "token-of-the-owner-of-t1": { id: "ada", scopes: [], resources: { "ticket:t1": ["delete"] } },
  "token-of-a-reader-of-t1": { id: "bob", scopes: [], resources: { "ticket:t1": ["read"] } },
};
const authenticate = ({ token }: { readonly token: string }): Identity | undefined => identities[token];
const [owner, reader] = Object.keys(identities) as [string, string];

let deleted: string[] = [];

function registryOfTickets(): OperationRegistry {
  deleted = [];
  return new OperationRegistry().register(
    defineOperation({
      namespace: "tickets",
      name: "delete",
      version: "1.0.0",
      type: "MUTATION",
      description: "Deletes a ticket",
      inputSchema: Type.Object({ ticketId: Type.String() }),
      outputSchema: Type.Object({ deleted: Type.String() }),
      accessControl: {
        requiredScopes: [],
        resourceType: "ticket",
        resourceAction: "delete",
        resourceId: "/ticketId",
      },
      handler: ({ ticketId }) => {
        deleted.push(ticketId);
        return { deleted: ticketId };
      },
    }),
  );
}

/** Calls as a caller, and returns whether it was allowed; and what the interface lists for that caller. */
interface Interface {
  readonly call: (token: string, ticketId: string) => Promise<boolean>;
  readonly lists: (token: string) => Promise<boolean>;
}

const interfaces: Readonly<Record<string, () => Promise<Interface>>> = {
  async HTTP() {
    const service = serveHTTP(registryOfTickets(), { authenticate });
    ends.push(() => service.close());
    const ask = (token: string, path: string, init: RequestInit = {}): Promise<Response> =>
      service.fetch(
        new Request(`http://localhost${path}`, {
          ...init,
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        }),
      );
    return {
      async call(token, ticketId) {
        const init = { method: "POST", body: JSON.stringify({ ticketId }) };
        const { status } = await ask(token, "/tickets/delete", init);
        expect([200, 403]).toContain(status);
        return status === 200;
      },
      async lists(token) {
        const texts = await Promise.all(
          ["/~/operations", "/openapi.json"].map(async (path) => await (await ask(token, path)).text()),
        );
        const found = texts.map((text) => text.includes("tickets"));
        const isListed = found.every(Boolean);
        expect(found).toEqual([isListed, isListed]);
        if (isListed) expect(texts[1]).toContain('"resourceId":"/ticketId"');
        expect((await ask(token, "/~/operations/tickets.delete")).status).toBe(isListed ? 200 : 403);
        return isListed;
      },
    };
  },
  async MCP() {
    const service = serveMCP(registryOfTickets(), { authenticate, sessions: false });
    ends.push(() => service.close());
    const ask = async (token: string, method: string, params: object): Promise<string> => {
      const response = await service.fetch(
        new Request("http://localhost/mcp", {
          method: "POST",
          headers: {
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            "mcp-protocol-version": "2025-06-18",
          },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
        }),
      );
      return await response.text();
    };
    return {
      async call(token, ticketId) {
        const answer = await ask(token, "tools/call", { name: "tickets_delete", arguments: { ticketId } });
        return answer.includes("deleted");
      },
      lists: async (token) => (await ask(token, "tools/list", {})).includes("tickets_delete"),
    };
  },
  async WebSocket() {
    const hub = serveWebSocket({ registry: registryOfTickets(), authenticate });
    ends.push(() => hub.close());
    const { url } = await hub.listen();
    const connect = async (token: string) => {
      const imports = new OperationRegistry();
      const spoke = await connectSpoke({ url, token, imports });
      ends.push(() => spoke.close());
      return { spoke, imports };
    };
    return {
      async call(token, ticketId) {
        const { spoke } = await connect(token);
        const outcome = await spoke.call("tickets.delete", { ticketId }).catch(({ code }: { code: string }) => code);
        expect(typeof outcome === "string" ? outcome : "").toMatch(/^$|ACCESS_DENIED/);
        return typeof outcome !== "string";
      },
      async lists(token) {
        const { spoke, imports } = await connect(token);
        // The answer comes after the offers.
        await spoke.call("tickets.nothing", {}).catch(() => undefined);
        const isListed = imports.has("tickets.delete");
        if (isListed) expect(imports.getSpec("tickets.delete")?.accessControl.resourceId).toBe("/ticketId");
        return isListed;
      },
    };
  },
  async "a bus"() {
    const identity = signedIdentity({ secret: "a-secret-of-the-bus-0123456789-abcdef" });
    const broker = createMemoryBroker();
    const answering = await connectBus({ transport: broker.connect(), registry: registryOfTickets(), identity });
    const calling = await connectBus({ transport: broker.connect(), identity, imports: new OperationRegistry() });
    ends.push(() => Promise.all([answering.close({ graceMs: 0 }), calling.close({ graceMs: 0 })]));
    await calling.waitFor("tickets.delete");
    return {
      async call(token, ticketId) {
        const options = { identity: identities[token] };
        const outcome = await calling
          .call("tickets.delete", { ticketId }, options)
          .catch(({ code }: { code: string }) => code);
        expect(typeof outcome === "string" ? outcome : "").toMatch(/^$|ACCESS_DENIED/);
        return typeof outcome !== "string";
      },
      // A bus does not identify its members when they join.
      lists: async (token) => token === owner,
    };
  },
};

describe.each(Object.entries(interfaces))("when a caller has a right to one resource, over %s", (_name, open) => {
  it("reaches that resource and no other", async () => {
    const { call } = await open();
    expect(await call(owner, "t2")).toBe(false);
    expect(await call(owner, "t1")).toBe(true);
    expect(await call(reader, "t1")).toBe(false);
    expect(deleted).toEqual(["t1"]);
  });

  it("sees the operation, unlike a caller without such a right", async () => {
    const { lists } = await open();
    expect([await lists(owner), await lists(reader)]).toEqual([true, false]);
  });
});
