/** Checks the systemd unit with systemd, and runs its commands. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { docsSamples, replaceAll } from "../support/docs-sample.ts";
import { findFreePort } from "../support/free-port.ts";
import { findProgram } from "../support/launch-server.ts";
import { isLeftOut } from "../support/left-out.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";
import { packInto } from "../support/pack-into.ts";
import { startHubProgram } from "./support/started-program.ts";
import type { StartedProgram } from "./support/started-program.ts";

const run = promisify(execFile);
const KEY = "the-key-from-the-environment-file";
const slowServer = fileURLToPath(new URL("../cli/fixtures/slow-mcp-server.js", import.meta.url));

/** The folders that systemd and its packages create, moved below a folder of the test. */
const places = ["/etc/systemd/system", "/var/lib/operations", "/var/cache/operations", "/var/log/operations"] as const;

let folder: string;
let unit: string;
let url: string;

/** The values of a setting, in the order of the unit. */
function settings(name: string): string[] {
  return Array.from(unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm")), (match) => match[1] ?? "");
}

function setting(name: string): string {
  const [value, ...more] = settings(name);
  if (value === undefined || more.length > 0) throw new Error(`the unit does not have exactly one ${name}`);
  return value;
}

beforeAll(async () => {
  folder = makeTempFolder("systemd");
  for (const place of places) await mkdir(join(folder, place), { recursive: true });
  await installAsDocumented();
  unit = replaceAll(await readFile(join(folder, "/etc/systemd/system/operations.service"), "utf8"), {
    "/opt/operations": join(folder, "/opt/operations"),
    "/etc/operations": join(folder, "/etc/operations"),
    "/var/lib": join(folder, "/var/lib"),
    "/var/cache": join(folder, "/var/cache"),
  });
  url = `http://127.0.0.1:${await findFreePort()}`;
  await writeFile(join(folder, "/etc/operations/operations.config.yaml"), configOf(url));
  await writeFile(join(folder, "/etc/operations/secrets.env"), `SHOP_KEY=${KEY}\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Installs it as the guide says, but from a tarball, and without another user. */
async function installAsDocumented(): Promise<void> {
  const [sample = ""] = docsSamples("docs/guide/deployment.md", "With systemd", "sh");
  const commands = replaceAll(sample, {
    "useradd --system operations": "",
    "npm install @alkdev/operations": `npm install --prefer-offline --no-audit --no-fund ${await packInto(folder)}`,
    "/opt/operations": join(folder, "/opt/operations"),
    "/etc/operations": join(folder, "/etc/operations"),
    "/etc/systemd/system": join(folder, "/etc/systemd/system"),
  });
  await run("sh", ["-ec", commands], { cwd: folder });
  await cp(slowServer, join(folder, "/opt/operations/slow-mcp-server.mjs"));
}

function configOf(address: string): string {
  return `
mcpServers:
  slow:
    command: ${process.execPath}
    args: [${join(folder, "/opt/operations/slow-mcp-server.mjs")}]
serve:
  port: ${new URL(address).port}
  keys:
    - id: shop
      key: \${SHOP_KEY}
      scopes: ["*"]
audit:
  file: ${join(folder, "/var/log/operations/audit.jsonl")}
`;
}

describe.skipIf(isLeftOut("systemd"))("the systemd unit of the docs", () => {
  it("passes systemd's own check", async () => {
    const file = join(folder, "operations.service");
    await writeFile(file, unit);
    const program = findProgram({ command: "systemd-analyze", variable: "SYSTEMD_ANALYZE_PATH" });
    expect(await run(program, ["verify", "--man=no", file])).toEqual({ stdout: "", stderr: "" });
  });
});

describe("the commands of the systemd unit of the docs", () => {
  let started: StartedProgram | undefined;
  let env: Record<string, string>;
  afterAll(() => started?.child.kill("SIGKILL"));

  beforeAll(async () => {
    const secrets = await readFile(setting("EnvironmentFile"), "utf8");
    const lines = [...settings("Environment"), ...secrets.trim().split("\n")];
    env = Object.fromEntries(lines.map((line) => line.split("=", 2) as [string, string]));
    started = await startHubProgram(setting("ExecStart").split(" "), { url, cwd: setting("WorkingDirectory"), env });
  });

  const call = (): Promise<Response> =>
    fetch(`${url}/slow/work`, { method: "POST", headers: { "x-api-key": KEY, "content-type": "application/json" } });
  const auditFile = (): string => join(folder, "/var/log/operations/audit.jsonl");

  it("reload it: the same process continues with a new audit file", async () => {
    expect((await call()).status).toBe(200);
    await until(async () => (await readFile(auditFile(), "utf8")).includes("slow.work"));
    await rename(auditFile(), `${auditFile()}.1`);
    const [command = "", ...args] = setting("ExecReload").replace("$MAINPID", String(started?.child.pid)).split(" ");
    await run(command, args);
    await until(async () => (await readdir(join(folder, "/var/log/operations"))).includes("audit.jsonl"));
    expect((await call()).status).toBe(200);
    await until(async () => (await readFile(auditFile(), "utf8")).includes("slow.work"));
  });

  it("let npx install MCP servers: it writes to the folders of the unit only", async () => {
    const server = join(folder, "server");
    await mkdir(server);
    await writeFile(join(server, "package.json"), '{ "name": "a-server", "version": "1.0.0", "bin": "server.js" }');
    await writeFile(join(server, "server.js"), "#!/usr/bin/env node\nconsole.log(process.env.HOME);\n");
    const { stdout } = await run("npx", ["--yes", `--package=${server}`, "a-server"], {
      cwd: setting("WorkingDirectory"),
      env: { PATH: process.env["PATH"], ...env },
    });
    expect(stdout.trim()).toBe(join(folder, "/var/lib/operations"));
    expect(await readdir(join(folder, "/var/cache/operations"))).toContain("_npx");
  });

  it("stop it as KillMode says: a call finishes at its MCP server, and then the server ends", async () => {
    expect(setting("KillMode")).toBe("mixed");
    const running = call();
    await until(async () => {
      const text = await (await fetch(`${url}/metrics`, { headers: { "x-api-key": KEY } })).text();
      return text.includes("operations_calls_in_flight 1");
    });
    const { child, output } = started as StartedProgram;
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    const answer = await running;
    const text = await answer.text();
    expect([answer.status, text]).toEqual([200, expect.stringMatching(/done by \d+/)]);
    expect(await exited).toEqual([0, null]);
    const server = Number(/done by (\d+)/.exec(text)?.[1]);
    expect(() => process.kill(server, 0)).toThrow(/ESRCH/);
    expect(output()).not.toContain(KEY);
  });
});
