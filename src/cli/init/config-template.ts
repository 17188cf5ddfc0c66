/** The config that `init` writes: it works as it is, and its comments show what else is possible. */
import { stringify } from "yaml";
import type { ServerConfig } from "../hosts/taken-server.ts";

export type ConfigFormat = "yaml" | "json" | "ts";

/** What the person already has. */
export interface ConfigContents {
  readonly mcpServers?: Readonly<Record<string, ServerConfig>> | undefined;
  readonly openapi?: Readonly<Record<string, { readonly document: string }>> | undefined;
  readonly local?: { readonly folders: readonly string[]; readonly approval?: readonly string[] } | undefined;
}

export function configTemplate(format: ConfigFormat, schema: string, contents: ConfigContents = {}): string {
  if (format === "json") return jsonTemplate(schema, contents);
  return format === "ts" ? tsTemplate(contents) : yamlTemplate(schema, contents);
}

function yamlTemplate(schema: string, { mcpServers, openapi, local = NOTHING }: ConfigContents): string {
  return `# yaml-language-server: $schema=${schema}
# A hub of operations: it offers everything below at one address, to agents, programs and people.
# \${NAME} comes from the environment, or from operations.env beside this file; \${NAME:-default} has a default.

# MCP servers, in the shape that MCP hosts use.
${mcpServers === undefined ? MCP_EXAMPLE : yamlBlock({ mcpServers })}
# HTTP APIs, by their OpenAPI documents: a file or a URL.
${openapi === undefined ? OPENAPI_EXAMPLE : yamlBlock({ openapi })}
# Operations of your own: modules that each export one as default.
local:
  folders: ${JSON.stringify(local.folders).padEnd(30)}${local.folders.length === 0 ? '# ["./operations"]' : ""}${approvalLine(local)}

# Where the hub listens, and who may call. Without keys, the first start makes one.
serve:
  host: 127.0.0.1
  port: 7411
#  keys:
#    - { id: ada, key: "\${ADA_KEY}", scopes: ["*"] }
`.replaceAll(/ +$/gm, "");
}

const NOTHING: NonNullable<ConfigContents["local"]> = { folders: [] };

function approvalLine({ approval }: NonNullable<ConfigContents["local"]>): string {
  if (approval === undefined) return "";
  return `\n  approval: ${JSON.stringify(approval).padEnd(29)}# these wait until a person has looked at them`;
}

function yamlBlock(block: object): string {
  return stringify(block, { lineWidth: 0 });
}

const MCP_EXAMPLE = `#mcpServers:
#  files:
#    command: npx
#    args: ["-y", "@modelcontextprotocol/server-filesystem", "."]
#    exclude: ["write_*", "move_*"]      # leave these operations out
#    approval: true                      # ask before anything that is not a query
#  search:
#    url: https://mcp.example.com/mcp
#    headers: { Authorization: "Bearer \${SEARCH_TOKEN}" }
`;

const OPENAPI_EXAMPLE = `#openapi:
#  petstore:
#    document: https://petstore3.swagger.io/api/v3/openapi.json
#    auth: { type: bearer, token: "\${PETSTORE_TOKEN}" }
#    scopes: [pets]                      # what a caller's key must hold
`;

/** JSON has no comments: the editor shows the descriptions of the schema. */
function jsonTemplate($schema: string, { mcpServers = {}, openapi = {}, local = NOTHING }: ConfigContents): string {
  const config = { $schema, mcpServers, openapi, local, serve: { host: "127.0.0.1", port: 7411 } };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

/** It imports only a type, so it also runs where the package is installed elsewhere. */
function tsTemplate({ mcpServers = {}, openapi = {}, local = NOTHING }: ConfigContents): string {
  return `import type { HubConfig } from "@alkdev/operations/hub";

/** A hub of operations. Editors complete it by its type; process.env is at hand. */
export default {
  // MCP servers, in the shape that MCP hosts use:
  // files: { command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "."], approval: true },
  mcpServers: ${printValue(mcpServers)},
  // HTTP APIs, by their OpenAPI documents:
  // petstore: { document: "https://petstore3.swagger.io/api/v3/openapi.json", scopes: ["pets"] },
  openapi: ${printValue(openapi)},
  // Operations of your own: modules that each export one as default.
  local: ${printValue(local)},
  // Where the hub listens, and who may call. Without keys, the first start makes one.
  serve: { host: "127.0.0.1", port: 7411 },
} satisfies HubConfig;
`;
}

function printValue(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll("\n", "\n  ");
}
