/** More than twenty servers from npm in one config: clients of the hub see everything that each server offers. */
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Client } from "@modelcontextprotocol/client";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { loadConfig, openSources } from "../../src/entries/hub.ts";
import type { HubSources } from "../../src/entries/hub.ts";
import { serveMCP } from "../../src/entries/serve-mcp.ts";
import type { MCPService } from "../../src/entries/serve-mcp.ts";
import { isLeftOut } from "../support/left-out.ts";
import { createClient, fleetPrograms, listAll, listDirectly } from "./fleet.ts";
import type { Listed, Program } from "./fleet.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A name, and a URI, as the hub should show it. */
const named = (source: string, name: unknown): string => `${source}_${String(name)}`;
const placed = (source: string, uri: unknown): string => String(uri).replace("://", `://${source}/`);

/** The page of an MCP App is the only URI in a tool's `_meta`. */
function withPlacedPage(source: string, { _meta, ...tool }: Fields): Fields {
  if (_meta === undefined) return tool;
  const { ui, "ui/resourceUri": old, ...rest } = _meta as Fields;
  const { resourceUri } = (ui ?? {}) as Fields;
  return {
    ...tool,
    _meta: {
      ...rest,
      ...(old === undefined ? {} : { "ui/resourceUri": placed(source, old) }),
      ...(ui === undefined
        ? {}
        : {
            ui: {
              ...(ui as Fields),
              ...(resourceUri === undefined ? {} : { resourceUri: placed(source, resourceUri) }),
            },
          }),
    },
  };
}

const byKey = (key: string) => (one: Fields, other: Fields) => (String(one[key]) < String(other[key]) ? -1 : 1);

/** Everything that servers list, as one list with the hub's names. */
function expected(servers: ReadonlyMap<string, Listed>): Listed {
  const all = { tools: [], prompts: [], resources: [], resourceTemplates: [] } as Record<keyof Listed, Fields[]>;
  for (const [source, listed] of servers) {
    for (const tool of listed.tools)
      all.tools.push(withPlacedPage(source, { ...tool, name: named(source, tool.name) }));
    for (const prompt of listed.prompts) all.prompts.push({ ...prompt, name: named(source, prompt.name) });
    for (const each of listed.resources) all.resources.push({ ...each, uri: placed(source, each["uri"]) });
    for (const each of listed.resourceTemplates)
      all.resourceTemplates.push({ ...each, uriTemplate: placed(source, each["uriTemplate"]) });
  }
  return sorted(all as unknown as Listed);
}

function sorted({ tools, prompts, resources, resourceTemplates }: Listed): Listed {
  return {
    tools: tools.map(withoutDialects).sort(byKey("name")),
    prompts: [...prompts].sort(byKey("name")),
    resources: [...resources].sort(byKey("uri")),
    resourceTemplates: [...resourceTemplates].sort(byKey("uriTemplate")),
  };
}

/** The hub writes every schema in the dialect of MCP, and need not name it. */
function withoutDialects<T extends Fields>(tool: T): T {
  return JSON.parse(JSON.stringify(tool, (key, value: unknown) => (key === "$schema" ? undefined : value))) as T;
}

describe.skipIf(isLeftOut("mcp-fleet"))("when many servers from npm are in one config", () => {
  let folder: string;
  let programs: Record<string, Program>;
  let sources: HubSources;
  let service: MCPService;
  let url: string;
  const direct = new Map<string, Listed>();
  const clients: Client[] = [];

  async function connect(mode: "legacy" | "auto"): Promise<Client> {
    const client = createClient(mode);
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    clients.push(client);
    return client;
  }

  beforeAll(async () => {
    await ensureSubPackage("tests/mcp-fleet");
    folder = await mkdtemp(join(tmpdir(), "fleet-"));
    programs = await fleetPrograms(folder);
    // One after the other, because each is a process.
    for (const [name, program] of Object.entries(programs)) direct.set(name, await listDirectly(program));
    const file = join(folder, "operations.config.json");
    const mcpServers = Object.fromEntries(
      Object.entries(programs).map(([name, program]) => [name, { ...program, connectTimeout: 300_000 }]),
    );
    await writeFile(file, JSON.stringify({ mcpServers }));
    sources = await openSources(await loadConfig(file));
    await sources.ready;
    const scopes = sources.registry.list().flatMap(({ accessControl }) => accessControl.requiredScopes);
    service = serveMCP(sources.registry, {
      identity: { id: "tester", scopes },
      searchAbove: Infinity,
      pageSize: 25,
      instructions: sources.instructions.bind(sources),
    });
    ({ url } = await service.listen());
  }, 600_000);

  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await service.close();
    await sources.close({ graceMs: 0 });
    await rm(folder, { recursive: true, force: true });
  }, 120_000);

  it("connects to all of them", () => {
    expect(Object.keys(programs).length).toBeGreaterThanOrEqual(19);
    expect(sources.statuses().filter(({ state }) => state !== "ready")).toEqual([]);
  });

  it.each(["legacy", "auto"] as const)(
    "lists the same as each of them does, to a client that speaks %s",
    async (mode) => {
      const listed = sorted(await listAll(await connect(mode)));
      const wanted = expected(direct);
      expect(listed.prompts).toEqual(wanted.prompts);
      expect(listed.resources).toEqual(wanted.resources);
      expect(listed.resourceTemplates).toEqual(wanted.resourceTemplates);
      // Revision 2026-07-28 has no `execution`. The hub runs every tool without a task, so it says of none that it needs one.
      const told = wanted.tools.map((tool) => {
        const needsTask = (tool["execution"] as Fields | undefined)?.["taskSupport"] === "required";
        return mode === "legacy" && !needsTask ? tool : { ...tool, execution: undefined };
      });
      // The hub's own tool, for answers that are too long.
      expect(listed.tools.filter(({ name }) => name !== "read_result")).toEqual(told);
      expect(wanted.resources.length).toBeGreaterThan(15);
    },
  );

  it("loads the page of every MCP App from the URI that its tool names", async () => {
    const client = await connect("legacy");
    const { tools } = await listAll(client);
    const pages = tools.flatMap(({ _meta }) => {
      const { resourceUri } = ((_meta as Fields | undefined)?.["ui"] ?? {}) as { resourceUri?: string };
      return resourceUri === undefined ? [] : [resourceUri];
    });
    expect(pages.length).toBeGreaterThan(10);
    for (const uri of new Set(pages)) {
      expect(uri).toMatch(/^ui:\/\//);
      const { contents } = await client.readResource({ uri });
      expect(contents).toEqual([expect.objectContaining({ uri, mimeType: "text/html;profile=mcp-app" })]);
      expect((contents[0] as { text: string }).text).toContain("<html");
    }
  });

  it.each(["legacy", "auto"] as const)(
    "lets the page of an app call tools by its server's own names, with a client that speaks %s",
    async (mode) => {
      const client = await connect(mode);
      // Calls as the page of system-monitor does.
      const { isError, structuredContent } = await client.callTool({ name: "poll-system-stats", arguments: {} });
      expect(isError).not.toBe(true);
      expect(structuredContent).toHaveProperty("cpu");
      // Six of these servers have a tool of this name.
      await expect(client.callTool({ name: "get-time", arguments: {} })).rejects.toThrow("Several sources");
    },
  );

  it("finds the server that a page belongs to by the pages that its session has read", async () => {
    const client = await connect("legacy");
    const { tools } = await listAll(client);
    const shown = tools.find(({ name }) => name === "basic-vue_get-time") as unknown as {
      _meta: { ui: { resourceUri: string } };
    };
    await client.readResource({ uri: shown._meta.ui.resourceUri });
    const { isError } = await client.callTool({ name: "get-time", arguments: {} });
    expect(isError).not.toBe(true);
  });

  it("passes on their instructions for models", async () => {
    const client = await connect("legacy");
    expect(client.getInstructions()).toContain("# everything");
  });
});
