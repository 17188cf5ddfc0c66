/** A small MCP server over HTTP for `mcp-client.ts`, in its own process. It prints its address. */
import { startRawHttp } from "../tests/mcp/servers/raw-http-server.ts";

const result = { resultType: "complete", content: [{ type: "text", text: "done" }] };
const era = process.argv[2] === "modern" ? "modern" : "legacy";
const { url } = await startRawHttp({ era, onCall: ({ reply }) => reply(result) });
console.log(url);
