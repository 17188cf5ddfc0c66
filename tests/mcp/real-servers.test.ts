/** Every tool of servers from npm, through the registry, over stdio and over HTTP. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OperationRegistry } from "../../src/entries/index.ts";
import type { ResponseEnvelope } from "../../src/entries/index.ts";
import { createMCPClient } from "../../src/entries/from-mcp.ts";
import type { MCPClientConfig, MCPClientWrapper } from "../../src/entries/from-mcp.ts";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { isLeftOut } from "../support/left-out.ts";
import { until } from "../support/until.ts";
import { installedServer } from "./support.ts";

/** An input for each tool, and its expected data if success is not enough. */
type ToolCases = Record<string, { input?: object; isRight?: (data: unknown) => boolean }>;

const says =
  (part: string) =>
  (data: unknown): boolean =>
    (data as Array<{ text?: string }>).some(({ text }) => text?.includes(part));

const is =
  (expected: object) =>
  (data: unknown): boolean =>
    isDeepStrictEqual(data, expected);

const everything: ToolCases = {
  echo: { input: { message: "hi" }, isRight: says("hi") },
  "get-annotated-message": { input: { messageType: "error", includeImage: true }, isRight: says("Error") },
  "get-env": { isRight: says("PATH") },
  "get-resource-links": { input: { count: 2 } },
  "get-resource-reference": { input: { resourceType: "Text", resourceId: 1 } },
  "get-structured-content": {
    input: { location: "New York" },
    isRight: is({ temperature: 33, conditions: "Cloudy", humidity: 82 }),
  },
  "get-sum": { input: { a: 2, b: 3 }, isRight: says("5") },
  "get-tiny-image": {},
  "gzip-file-as-resource": { input: { name: "a.gz", data: "data:text/plain;base64,aGk=", outputType: "resource" } },
  "toggle-simulated-logging": {},
  "toggle-subscriber-updates": {},
  // This tool runs only as a task.
  "simulate-research-query": { input: { topic: "bees" }, isRight: says("Research Report: bees") },
  "trigger-elicitation-request": { isRight: says("name") },
  "trigger-url-elicitation": { input: { url: "https://example.com/a", elicitationId: "e1" } },
  "trigger-long-running-operation": { input: { duration: 0.2, steps: 2 }, isRight: says("completed") },
};

const memory: ToolCases = {
  create_entities: { input: { entities: [{ name: "Ada", entityType: "person", observations: ["writes"] }] } },
  create_relations: { input: { relations: [{ from: "Ada", to: "Ada", relationType: "knows" }] } },
  add_observations: { input: { observations: [{ entityName: "Ada", contents: ["reads"] }] } },
  read_graph: { isRight: (data) => (data as { entities: unknown[] }).entities.length === 1 },
  search_nodes: { input: { query: "Ada" } },
  open_nodes: { input: { names: ["Ada"] } },
  delete_observations: { input: { deletions: [{ entityName: "Ada", observations: ["reads"] }] } },
  delete_relations: { input: { relations: [{ from: "Ada", to: "Ada", relationType: "knows" }] } },
  delete_entities: { input: { entityNames: ["Ada"] } },
};

function filesystem(folder: string): ToolCases {
  const path = join(folder, "a.txt");
  return {
    write_file: { input: { path, content: "one\ntwo\n" } },
    read_file: { input: { path } },
    read_text_file: { input: { path, head: 1 }, isRight: is({ content: "one" }) },
    read_media_file: { input: { path: join(folder, "a.png") } },
    read_multiple_files: { input: { paths: [path] } },
    edit_file: { input: { path, edits: [{ oldText: "two", newText: "three" }] } },
    create_directory: { input: { path: join(folder, "sub") } },
    list_directory: { input: { path: folder } },
    list_directory_with_sizes: { input: { path: folder } },
    directory_tree: { input: { path: folder } },
    search_files: { input: { path: folder, pattern: "*.txt" } },
    get_file_info: { input: { path } },
    list_allowed_directories: {},
    move_file: { input: { source: path, destination: join(folder, "b.txt") } },
  };
}

interface Loaded {
  readonly wrapper: MCPClientWrapper;
  readonly registry: OperationRegistry;
  readonly warnings: string[];
}

async function load(config: MCPClientConfig): Promise<Loaded> {
  const warnings: string[] = [];
  const registry = new OperationRegistry({ onWarning: ({ message }) => warnings.push(message) });
  const wrapper = await createMCPClient("real", {
    ...config,
    onElicitation: ({ mode }) => ({ action: "accept", ...(mode === "form" ? { content: { name: "Ada" } } : {}) }),
  });
  wrapper.attach(registry);
  return { wrapper, registry, warnings };
}

/**
 * Calls every tool once, and returns the failures. A tool without a case, or a case without a tool, counts as a
 * failure.
 */
async function callAll({ wrapper, registry, warnings }: Loaded, cases: ToolCases): Promise<string[]> {
  const names = wrapper.tools.map(({ name }) => name);
  const problems = names.filter((name) => !(name in cases)).map((name) => `${name} is not tried`);
  for (const [name, { input = {}, isRight = () => true }] of Object.entries(cases)) {
    const { data, meta }: ResponseEnvelope = await registry.execute(`real.${name}`, input);
    const isFine = meta.source === "mcp" && !meta.isError && isRight(data);
    if (!isFine) problems.push(`${name} answered ${JSON.stringify(data)}`);
  }
  return [...problems, ...warnings];
}

describe.skipIf(isLeftOut("mcp-servers"))("when every tool of a server from npm is called", () => {
  let folder: string;

  beforeAll(async () => {
    await ensureSubPackage("tests/mcp");
    folder = await mkdtemp(join(tmpdir(), "operations-mcp-"));
    await writeFile(join(folder, "a.png"), Buffer.from("iVBORw0KGgo=", "base64"));
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const overStdio = (name: string, ...args: string[]): MCPClientConfig => ({
    command: process.execPath,
    args: [installedServer(name), ...args],
    env: { MEMORY_FILE_PATH: join(folder, "memory.jsonl") },
  });

  async function problemsOf(config: MCPClientConfig, cases: ToolCases): Promise<string[]> {
    const loaded = await load(config);
    try {
      return await callAll(loaded, cases);
    } finally {
      await loaded.wrapper.close();
    }
  }

  it("works for everything over stdio", async () => {
    expect(await problemsOf(overStdio("everything", "stdio"), everything)).toEqual([]);
  });

  it("works for memory over stdio", async () => {
    expect(await problemsOf(overStdio("memory"), memory)).toEqual([]);
  });

  it("works for filesystem over stdio", async () => {
    expect(await problemsOf(overStdio("filesystem", folder), filesystem(folder))).toEqual([]);
  });

  it.each([
    ["streamableHttp", "/mcp", {}],
    ["sse", "/sse", {}],
    ["sse", "/sse", { type: "sse" as const }],
  ])("works for everything over %s at %s with %o", async (kind, path, more) => {
    const port = await freePort();
    const server = await startServer(kind, port);
    try {
      expect(await problemsOf({ url: `http://127.0.0.1:${port}${path}`, ...more }, everything)).toEqual([]);
    } finally {
      server.kill("SIGKILL");
    }
  });

  it("reads resources and prompts as queries", async () => {
    const loaded = await load({ ...overStdio("everything", "stdio"), resources: true, prompts: true });
    const { registry, wrapper } = loaded;
    const { data } = await registry.execute<object, { resources: Array<{ uri: string }> }>("real.resources.list", {});
    expect(data.resources.length).toBeGreaterThan(1);
    const templates = await registry.execute("real.resources.templates", {});
    expect(templates.data).toMatchObject({ resourceTemplates: [{}, {}] });
    const uri = data.resources[0]?.uri;
    const read = await registry.execute("real.resources.read", { uri });
    expect(read).toMatchObject({ data: [{ uri }], meta: { content: [{ type: "resource" }] } });
    const prompt = await registry.execute("real.prompts.args-prompt", { city: "Oslo" });
    expect(prompt.data).toMatchObject({ messages: [{ role: "user" }] });
    expect(registry.getSpec("real.prompts.args-prompt")).toMatchObject({ type: "QUERY" });
    await expect(registry.execute("real.prompts.args-prompt", {})).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    const completed = await registry.execute("real.completion.complete", {
      ref: { type: "ref/prompt", name: "completable-prompt" },
      argument: { name: "department", value: "E" },
    });
    expect(completed.data).toMatchObject({ values: ["Engineering"] });
    await wrapper.close();
  });
});

async function startServer(kind: string, port: number): Promise<ChildProcess> {
  const env = { ...process.env, PORT: String(port) };
  const child = spawn(process.execPath, [installedServer("everything"), kind], { env, stdio: "ignore" });
  await until(async () =>
    fetch(`http://127.0.0.1:${port}/nothing`).then(
      () => true,
      () => false,
    ),
  );
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}
