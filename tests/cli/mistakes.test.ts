/**
 * Typical mistakes, each with the message that a person sees: `docs/guide/mistakes.md` is the table. It says what is
 * wrong, where, and what to do. `MISTAKES=write` writes the current messages into the page. Read them before you commit
 * them.
 */
import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { projectRoot } from "../support/run-program.ts";
import { runCLI, startCLI } from "./support/run-cli.ts";
import type { RunningCLI } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

vi.setConfig({ testTimeout: 120_000 });

const PAGE = join(projectRoot, "docs", "guide", "mistakes.md");

let workspace: Workspace;
let hub: RunningCLI;
const at = { hub: "", page: "", nowhere: "" };
const key = "the-key-of-ada-which-is-long-enough";

interface Mistake {
  /** As the page shows it. */
  readonly args: readonly string[];
  /** A config for this mistake alone: a value, or the text of a file. */
  readonly config?: (() => object) | string | undefined;
  /** The name of that file. Default: `mistake.json`. */
  readonly file?: string | undefined;
  readonly prepare?: (() => Promise<unknown>) | undefined;
  readonly cwd?: string | undefined;
}

const check = (config: () => object): Mistake => ({ args: ["check"], config });

const MISTAKES: Readonly<Record<string, Mistake>> = {
  "a typing mistake in a command": { args: ["lsit"] },
  "a typing mistake in an option": { args: ["list", "--namspace", "demo"] },
  "an operand is missing": { args: ["describe"] },
  "a typing mistake in an operation": { args: ["call", "demo.gret", "--name", "Ada"] },
  "a name without its namespace": { args: ["call", "greet", "--name", "Ada"] },
  "a typing mistake in a flag": { args: ["call", "demo.greet", "--nam", "Ada"] },
  "a flag without its value": { args: ["call", "demo.greet", "--name"] },
  "text where a number is wanted": { args: ["call", "demo.greet", "--name", "Ada", "--times", "many"] },
  "a value that is not allowed": { args: ["call", "demo.greet", "--name", "Ada", "--tone", "rude"] },
  "a value that is missing": { args: ["call", "demo.greet", "--input", "{}"] },
  "input that is not JSON": { args: ["call", "demo.greet", "--input", "{name: Ada}"] },
  "a file of input that is not there": { args: ["call", "demo.greet", "--input", "@order.json"] },
  "a stream is called": { args: ["call", "demo.ticks"] },
  "a time without a unit that exists": { args: ["call", "demo.greet", "--name", "Ada", "--timeout", "soon"] },
  "no config in the folder": { args: ["list"], cwd: "empty" },
  "two configs in the folder": {
    args: ["list"],
    cwd: "two",
    prepare: async () => {
      await writeFile(workspace.path("two/operations.config.json"), "{}");
      await writeFile(workspace.path("two/operations.config.yaml"), "{}");
    },
  },
  "a comma too many": { args: ["check"], config: '{\n  "mcpServers": {},\n}\n' },
  "a comment in JSON": { args: ["check"], config: '{\n  // my servers\n  "mcpServers": {}\n}\n' },
  "a line of YAML that is not indented": {
    args: ["check"],
    file: "mistake.yaml",
    config: "mcpServers:\n  files:\n  command: npx\n",
  },
  "a typing mistake in a config": check(() => ({ mcpServer: {} })),
  "a variable that is not set": check(() => ({
    mcpServers: { search: { url: "https://x.example/mcp", headers: { Authorization: "Bearer ${SEARCH_TOKEN}" } } },
  })),
  "a server with command and url": check(() => ({
    mcpServers: { both: { command: "npx", url: "https://x.example" } },
  })),
  "a command that is not installed": check(() => ({ mcpServers: { files: { command: "no-such-server" } } })),
  "a server that needs a key": check(() => ({
    mcpServers: {
      search: {
        command: "node",
        args: ["-e", "console.error('MISSING API KEY: set FOO_KEY');throw new Error('boom')"],
      },
    },
  })),
  "nothing listens at the address": check(() => ({ mcpServers: { search: { url: `${at.nowhere}/mcp` } } })),
  "the address is a web page, not an MCP server": check(() => ({ mcpServers: { search: { url: at.page } } })),
  "a document that is not there": check(() => ({ openapi: { shop: { document: "shop.yaml" } } })),
  "a document that is a web page": check(() => ({ openapi: { shop: { document: `${at.page}/docs` } } })),
  "an operation that can't be loaded": {
    ...check(() => ({ local: { folders: ["bad"] } })),
    prepare: async () => {
      await mkdir(workspace.path("bad"), { recursive: true });
      await writeFile(workspace.path("bad/greet.mjs"), 'import "./nowhere.mjs";\nexport default {};\n');
    },
  },
  "no hub runs at the address": { args: ["list", "--hub", "NOWHERE"] },
  "the address is not a hub": { args: ["list", "--hub", "PAGE", "--key", "any"] },
  "a key that the hub does not know": { args: ["list", "--hub", "HUB", "--key", "wrong"] },
  "a key without the scope of an operation": {
    args: ["call", "demo.greet", "--name", "Ada", "--hub", "HUB", "--key", key],
  },
  "the port is taken": {
    args: ["serve"],
    config: () => ({ serve: { port: Number(new URL(at.page).port), keys: [{ id: "ada", key }] } }),
  },
  "a host that is not known": { args: ["install", "curser"] },
  "a host whose config is broken": {
    args: ["install", "cursor", "--yes"],
    prepare: async () => {
      await mkdir(workspace.path(".cursor"), { recursive: true });
      await writeFile(workspace.path(".cursor/mcp.json"), '{\n  "mcpServers": {\n');
    },
  },
  "a question where no one can answer": {
    args: ["init", "--from", "lm-studio"],
    cwd: "empty",
    prepare: async () => {
      await mkdir(workspace.path(".lmstudio"), { recursive: true });
      await writeFile(workspace.path(".lmstudio/mcp.json"), '{"mcpServers":{"search":{"command":"search-server"}}}');
    },
  },
};

beforeAll(async () => {
  workspace = await createWorkspace();
  await workspace.writeConfig({
    local: { folders: ["operations"], scopes: ["demo"] },
    serve: { port: 0, keys: [{ id: "ada", key, scopes: ["operations:call"] }] },
    log: { level: "silent" },
  });
  for (const name of ["empty", "two"]) await mkdir(workspace.path(name));
  const page = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<html>hello</html>");
  }).listen(0, "127.0.0.1");
  await once(page, "listening");
  servers.push(page);
  at.page = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  at.nowhere = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
  await new Promise((resolve) => closed.close(resolve));
  hub = startCLI(workspace, ["serve", "--json"]);
  const [, url = ""] = await hub.printed(/"http":"(http:[^"]+)"/);
  at.hub = url;
  await hub.printed(/"state":"ready"/);
  if (process.env["MISTAKES"] === "write") await writePage();
}, 600_000);

const servers: Array<ReturnType<typeof createServer>> = [];

afterAll(async () => {
  for (const server of servers) server.close().closeAllConnections();
  hub.child.kill("SIGKILL");
  await hub.ended;
  await workspace.close();
});

/** What a person sees. Paths and ports are the page's. */
async function messageOf({ args, config, file = "mistake.json", prepare, cwd }: Mistake): Promise<string> {
  await prepare?.();
  const flags: string[] = [];
  if (config !== undefined) {
    await writeFile(workspace.path(file), typeof config === "string" ? config : JSON.stringify(config(), undefined, 2));
    flags.push("--config", file);
  }
  const addresses: Readonly<Record<string, string>> = { HUB: at.hub, PAGE: at.page, NOWHERE: at.nowhere };
  const given = [...args.map((word) => addresses[word] ?? word), ...flags];
  const folder = cwd === undefined ? workspace.folder : workspace.path(cwd);
  const { code, stdout, stderr } = await runCLI({ ...workspace, folder }, given);
  expect(code, `${stdout}${stderr}`).not.toBe(0);
  if (config !== undefined) await rm(workspace.path(file));
  // A report prints its mistake on standard output.
  const shown = stderr.includes("error:") ? stderr : `${stdout}${stderr}`;
  return shown
    .replaceAll(workspace.folder, "/project")
    .replaceAll(new URL(at.hub).host, "127.0.0.1:7411")
    .replaceAll(new URL(at.page).host, "127.0.0.1:8080")
    .replaceAll(new URL(at.nowhere).host, "127.0.0.1:9090")
    .replaceAll(/^.*\[INFO\].*$/gm, "")
    .trim();
}

/** The messages of the page, by the mistake. */
async function documented(): Promise<Map<string, string>> {
  const page = await readFile(PAGE, "utf8");
  const parts = page.matchAll(/^### ([^\n]+)\n\n```sh\n[^\n]*\n```\n\n```\n(.*?)\n```$/gms);
  return new Map(Array.from(parts, ([, title = "", message = ""]) => [title.toLowerCase(), message]));
}

/** Every mistake with its current message, below the text that people wrote. */
async function writePage(): Promise<void> {
  const shownAt: Readonly<Record<string, string>> = {
    HUB: "http://127.0.0.1:7411",
    PAGE: "http://127.0.0.1:8080",
    NOWHERE: "http://127.0.0.1:9090",
  };
  const parts: string[] = [];
  for (const [title, mistake] of Object.entries(MISTAKES)) {
    const words = mistake.args.map((word) => shownAt[word] ?? (/[\s{}]/.test(word) ? `'${word}'` : word));
    const heading = title.charAt(0).toUpperCase() + title.slice(1);
    const command = `\`\`\`sh\n${["operations", ...words].join(" ")}\n\`\`\``;
    parts.push(`### ${heading}\n\n${command}\n\n\`\`\`\n${await messageOf(mistake)}\n\`\`\`\n`);
  }
  const page = await readFile(PAGE, "utf8");
  await writeFile(PAGE, `${page.slice(0, page.indexOf("\n## The messages") + 17)}\n${parts.join("\n")}`);
}

describe("a typical mistake", () => {
  it("is on the page, and the page has no others", async () => {
    expect([...(await documented()).keys()]).toEqual(Object.keys(MISTAKES).map((title) => title.toLowerCase()));
    expect(Object.keys(MISTAKES).length).toBeGreaterThanOrEqual(30);
  });

  it.each(Object.entries(MISTAKES))("says what is wrong, where, and what to do: %s", async (title, mistake) => {
    expect(await messageOf(mistake)).toBe((await documented()).get(title.toLowerCase()));
  });
});
