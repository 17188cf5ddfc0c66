import type { McpHttpHandler } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import type { CheckedRequest } from "../../request/request-handler.ts";
import { ListenStreams } from "./listen-streams.ts";
import type { ListenRequest } from "./listen-streams.ts";
import type { ToolServerDeps } from "./tool-server.ts";

it("does not count a stream as open whose handler failed", async () => {
  let isBroken = true;
  const fetch = async (): Promise<Response> => {
    if (isBroken) throw new Error("broken");
    return new Response("data: 1\n\n");
  };
  // The SDK's own handler can't be made to fail.
  const streams = new ListenStreams({} as ToolServerDeps, () => ({ fetch }) as unknown as McpHttpHandler);
  const request: ListenRequest = {
    webRequest: new Request("http://localhost/mcp"),
    options: {},
    body: { id: 1 },
    watched: undefined,
  };
  const caller = { identity: undefined } as CheckedRequest;
  // As many as may be open at once.
  for (let count = 0; count < 1024; count++) await expect(streams.open(caller, request)).rejects.toThrow("broken");
  isBroken = false;
  expect(await (await streams.open(caller, request)).text()).toBe("data: 1\n\n");
});
