/** Servers that `npx` downloads before it starts them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, chmod, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createMCPClient } from "../../src/entries/from-mcp.ts";
import type { MCPLogEntry } from "../../src/entries/from-mcp.ts";
import { isAlive } from "../support/is-alive.ts";
import { projectRoot } from "../support/run-program.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";

const SERVER = `
const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { id, method } = JSON.parse(line);
  const results = {
    initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } },
    "tools/list": { tools: [] },
  };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }));
});
`;

/** A program called npx. It reports downloads until it may continue, then becomes the server. */
async function createNpx(folder: string): Promise<string> {
  const file = join(folder, "npx");
  const script = `#!/bin/sh
echo $$ > "${folder}/pid"
until [ -e "${folder}/go" ]; do
  echo "npm http fetch GET 200 https://registry.example/server-1.0.0.tgz 12ms (cache miss)" >&2 || exit 9
  sleep 0.1
done
echo whole > "${folder}/cache"
exec "${process.execPath}" -e '${SERVER}'
`;
  await writeFile(file, script);
  await chmod(file, 0o755);
  return file;
}

function createFolder(): string {
  const folder = makeTempFolder("npx");
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

describe("a server that npx downloads", () => {
  it("is waited for, and its download is reported once", async () => {
    const folder = createFolder();
    const entries: MCPLogEntry[] = [];
    const connecting = createMCPClient("files", {
      command: await createNpx(folder),
      logger: (entry) => entries.push(entry),
    });
    connecting.catch(() => undefined);
    await until(() => entries.some(({ kind }) => kind === "download"));
    await writeFile(join(folder, "go"), "");
    const client = await connecting;
    onTestFinished(() => client.close());
    expect(entries.filter(({ kind }) => kind === "download")).toMatchObject([
      { text: expect.stringMatching(/npx downloads the server/) as unknown },
    ]);
    // The log does not contain what npm writes at our request.
    expect(entries.filter(({ text }) => text.startsWith("npm http"))).toEqual([]);
  });

  it("may finish its download when no caller waits any more, and then ends", async () => {
    const folder = createFolder();
    const aborted = new AbortController();
    const kinds: string[] = [];
    const connecting = createMCPClient("files", {
      command: await createNpx(folder),
      signal: aborted.signal,
      logger: ({ kind }) => kinds.push(kind),
    });
    const refused = connecting.catch((error: unknown) => error);
    await until(() => kinds.includes("download"));
    const pid = Number(await readFile(join(folder, "pid"), "utf8"));
    aborted.abort();
    expect(await refused).toBeInstanceOf(Error);
    expect(isAlive(pid)).toBe(true);
    await writeFile(join(folder, "go"), "");
    await until(() => exists(join(folder, "cache")));
    await until(() => !isAlive(pid));
  });

  it("may finish it even when our process is killed", async () => {
    const folder = createFolder();
    const program = `
      import { createMCPClient } from "${projectRoot}/src/entries/from-mcp.ts";
      await createMCPClient("files", { command: "${await createNpx(folder)}", logger: ({ kind }) => console.log(kind) });
    `;
    await writeFile(join(folder, "program.mts"), program);
    const tsx = join(projectRoot, "node_modules/tsx/dist/cli.mjs");
    const child = spawn(process.execPath, [tsx, join(folder, "program.mts")], {
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    const gone = once(child, "exit");
    onTestFinished(async () => {
      await writeFile(join(folder, "go"), "").catch(() => undefined);
    });
    let text = "";
    child.stdout.on("data", (chunk) => (text += String(chunk)));
    await until(() => text.includes("download"));
    const pid = Number(await readFile(join(folder, "pid"), "utf8"));
    // Kill the whole group, as a closing terminal does: tsx runs the program in a child process.
    process.kill(-(child.pid ?? 0), "SIGKILL");
    await gone;
    expect(isAlive(pid)).toBe(true);
    await writeFile(join(folder, "go"), "");
    await until(() => exists(join(folder, "cache")));
    await until(() => !isAlive(pid));
  });
});
