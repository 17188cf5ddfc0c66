/** One trace from the caller to the handler, through every interface and every kind of hop. */
import { describe, expect, it } from "vitest";
import { files, testHubs } from "./test-hubs.ts";

const startHub = testHubs();
const KEY = "a-key-that-may-everything";
const serve = { keys: [{ id: "owner", key: KEY, scopes: ["*"] }] };
const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const tracestate = "vendor=1";

describe("when a call crosses hubs", () => {
  it("is one trace over HTTP, MCP and WebSocket, whichever it starts with", async () => {
    const far = await startHub({ local: files, serve });
    const near = await startHub({
      remotes: { ws: { type: "hub", url: far.endpoints.http, token: KEY, include: ["files.who"] } },
      mcpServers: {
        mcp: { url: far.endpoints.mcp ?? "", headers: { authorization: `Bearer ${KEY}` }, include: ["files_who"] },
      },
      serve,
    });
    const headers = { traceparent, tracestate };
    const seen = { trace: { traceparent, tracestate } };
    expect(await (await near.call("/files/who", {}, { headers })).json()).toMatchObject(seen);
    expect(await (await near.call("/mcp/files_who", {}, { headers })).json()).toMatchObject(seen);
    expect(await near.callTool("files_who", {}, headers)).toMatchObject({ structuredContent: seen });
    expect(await near.callTool("mcp_files_who", {}, headers)).toMatchObject({ structuredContent: seen });
  });
});
