/** Many servers from npm behind one config, and what a client lists: at each server directly, and through the hub. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));

export interface Program {
  readonly command: string;
  readonly args: string[];
  readonly env?: Record<string, string>;
}

type Entry = Readonly<Record<string, unknown>> & { readonly name: string };

/** Everything that a server lists. */
export interface Listed {
  readonly tools: Entry[];
  readonly prompts: Entry[];
  readonly resources: Entry[];
  readonly resourceTemplates: Entry[];
}

/** The servers of the sub-package by their names in the config. `data` is a folder for their files. */
export async function fleetPrograms(data: string): Promise<Record<string, Program>> {
  const { dependencies } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const own: Record<string, Partial<Program>> = {
    everything: { args: ["stdio"] },
    filesystem: { args: [data] },
    memory: { args: [], env: { MEMORY_FILE_PATH: join(data, "memory.json") } },
    "sequential-thinking": { args: [] },
  };
  return Object.fromEntries(
    Object.keys(dependencies).map((dependency) => {
      const name = dependency.replace("@modelcontextprotocol/server-", "");
      const program = join(folder, "node_modules", dependency, "dist", "index.js");
      const { args = ["--stdio"], env } = own[name] ?? {};
      return [name, { command: process.execPath, args: [program, ...args], ...(env && { env }) }];
    }),
  );
}

/** The same capabilities that the hub declares: servers list some things only for clients that can use them. */
const capabilities = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
};

export function createClient(mode: "legacy" | "auto" = "legacy"): Client {
  return new Client({ name: "fleet", version: "1.0.0" }, { capabilities, versionNegotiation: { mode } });
}

/** What a server lists for a client that connects directly. */
export async function listDirectly({ command, args, env }: Program): Promise<Listed> {
  const client = createClient();
  await client.connect(new StdioClientTransport({ command, args, stderr: "ignore", ...(env && { env }) }));
  try {
    return await listAll(client);
  } finally {
    await client.close();
  }
}

export async function listAll(client: Client): Promise<Listed> {
  const has = client.getServerCapabilities() ?? {};
  return {
    tools: has.tools === undefined ? [] : await pagesOf(client, "tools/list", "tools"),
    prompts: has.prompts === undefined ? [] : await pagesOf(client, "prompts/list", "prompts"),
    resources: has.resources === undefined ? [] : await pagesOf(client, "resources/list", "resources"),
    resourceTemplates:
      has.resources === undefined ? [] : await pagesOf(client, "resources/templates/list", "resourceTemplates"),
  };
}

/** Entries as they arrived: the SDK's own lists drop unknown members. */
const anything = { "~standard": { version: 1 as const, vendor: "test", validate: (value: unknown) => ({ value }) } };

async function pagesOf(client: Client, method: string, field: keyof Listed): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | undefined;
  do {
    const params = cursor === undefined ? {} : { cursor };
    const page = (await client.request({ method, params } as never, anything, {
      timeout: 60_000,
    })) as Record<string, unknown>;
    entries.push(...(page[field] as Entry[]));
    cursor = page["nextCursor"] as string | undefined;
  } while (cursor !== undefined);
  return entries;
}
