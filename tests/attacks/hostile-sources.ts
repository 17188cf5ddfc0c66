/** A hostile API and MCP server in its own process, and the blocks of a hub's config that lead to it. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import type { HubConfig } from "../../src/entries/hub.ts";
import { bundleProgram } from "../support/bundle-program.ts";
import { endWithParent } from "../support/end-with-parent.ts";

const program = fileURLToPath(new URL("programs/hostile-server.ts", import.meta.url));

export interface HostileServer {
  readonly url: string;
  close(): void;
}

/** `objects`: in each hostile answer. */
export async function startHostileServer(objects = 21_000_000): Promise<HostileServer> {
  const bundle = await bundleProgram(program);
  const child = spawn(process.execPath, [bundle.path], {
    env: { ...process.env, OBJECTS: String(objects) },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const release = endWithParent({ pid: child.pid as number });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (text: Buffer) => resolve(text.toString().trim()));
    child.once("exit", () => reject(new Error("the hostile server ended")));
  });
  return {
    url,
    close() {
      child.stdin.end();
      child.once("exit", () => {
        release();
        bundle.remove();
      });
    },
  };
}

const get = (operationId: string, type = "application/json"): object => ({
  get: { operationId, responses: { 200: { description: "", content: { [type]: { schema: {} } } } } },
});
const names = ["dense", "almost", "rows", "stalled", "text", "name", "named", "gap", "digits"];

export const hostileDocument = {
  openapi: "3.1.0",
  info: { title: "Hostile", version: "1" },
  paths: {
    ...Object.fromEntries(names.map((name) => [`/${name}`, get(name)])),
    "/stream": get("stream", "text/event-stream"),
  },
};

export function hostileSources(url: string, paths = { mcp: "/mcp" }): Pick<HubConfig, "openapi" | "mcpServers"> {
  mkdirSync(tmpdir(), { recursive: true });
  const document = join(mkdtempSync(join(tmpdir(), "hostile-")), "api.json");
  writeFileSync(document, JSON.stringify(hostileDocument));
  return {
    openapi: { api: { document, baseUrl: url, output: "keep" } },
    mcpServers: { mcp: { url: url + paths.mcp, trustHints: true, oauth: false, healthInterval: 0 } },
  };
}
