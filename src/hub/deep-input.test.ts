/** An input that is nested too deep is refused at every wire, with the same words, before its handler runs. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { connectSpoke } from "../client/connect-spoke.ts";
import { operation } from "./observe/fixtures.test-support.ts";
import { ADA, keysOfTwo, startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";

const start = startedHubs();
const REFUSAL = "is nested more than 500 levels deep";

/** An object, because the arguments of MCP tools are objects. */
function deep(levels: number): object {
  let value: object = {};
  for (let level = 1; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

async function counting(): Promise<{ hub: StartedHub; ran: () => number }> {
  const hub = await start({ serve: { keys: keysOfTwo } });
  let ran = 0;
  hub.registry.register(operation("count", () => ++ran, "MUTATION"));
  return { hub, ran: () => ran };
}

describe("when an input is nested 501 levels deep", () => {
  it("is refused over HTTP", async () => {
    const { hub, ran } = await counting();
    const send = (levels: number): Promise<Response> =>
      hub.ask("/demo/count", ADA, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ a: deep(levels - 1) }),
      });
    expect((await send(500)).status).toBe(200);
    const refused = await send(501);
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(REFUSAL)]);
    expect(ran()).toBe(1);
  });

  it("is refused in a query, too, whose parameters may each be JSON", async () => {
    const hub = await start({ serve: { keys: keysOfTwo } });
    let ran = 0;
    const inputSchema = Type.Object({ list: Type.Array(Type.Unknown()) });
    hub.registry.register({ ...operation("look", () => ++ran, "QUERY"), inputSchema });
    const ask = (levels: number): Promise<Response> =>
      hub.ask(`/demo/look?list=${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}`, ADA);
    expect((await ask(500)).status).toBe(200);
    const refused = await ask(501);
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(REFUSAL)]);
    expect(ran).toBe(1);
  });

  it("is refused over WebSocket, also with bytes beside it, and the connection lives on", async () => {
    const { hub, ran } = await counting();
    const spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token: ADA, reconnect: false });
    const shown = {
      code: "VALIDATION_ERROR",
      phase: "notStarted",
      message: expect.stringContaining(REFUSAL) as string,
    };
    for (const input of [{ a: deep(500) }, { a: deep(500), bytes: new Uint8Array(3) }, { a: deep(700) }])
      await expect(spoke.call("demo.count", input)).rejects.toMatchObject(shown);
    expect(ran()).toBe(0);
    expect((await spoke.call("demo.count", { a: deep(499) })).data).toBe(1);
    spoke.close();
  });

  it("is refused over MCP", async () => {
    const { hub, ran } = await counting();
    for (const mode of ["auto", "legacy"] as const) {
      const client = new Client({ name: "deep", version: "1.0.0" }, { versionNegotiation: { mode } });
      const requestInit = { headers: { authorization: `Bearer ${ADA}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), { requestInit }));
      const call = client.callTool({ name: "demo_count", arguments: { a: deep(500) } });
      await expect(call).rejects.toMatchObject({ code: -32_602, message: expect.stringContaining(REFUSAL) as string });
      await client.close();
    }
    expect(ran()).toBe(0);
  });
});
