import type { StartedHub } from "./started-hubs.test-support.ts";

/** Calls a tool of a hub with a key or a token. Returns the status and the text of the answer. */
export async function callTool(hub: StartedHub, token: string, name: string): Promise<string> {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } };
  const { mcp = "" } = hub.endpoints;
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const begin = await fetch(mcp, {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    }),
  });
  await begin.text();
  const session = begin.headers.get("mcp-session-id") ?? "";
  const body = JSON.stringify(message);
  const answer = await fetch(mcp, {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${token}`, "mcp-session-id": session },
    body,
  });
  return `${answer.status} ${await answer.text()}`;
}
