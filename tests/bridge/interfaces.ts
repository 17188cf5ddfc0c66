import { cli } from "./interfaces/cli.ts";
import { http } from "./interfaces/http.ts";
import { inProcess } from "./interfaces/in-process.ts";
import { mcp } from "./interfaces/mcp.ts";
import { websocket } from "./interfaces/websocket.ts";

export const INTERFACES = { "in process": inProcess, HTTP: http, MCP: mcp, WebSocket: websocket, CLI: cli } as const;
export type InterfaceName = keyof typeof INTERFACES;
