/** The config that `init` writes: it works as it is, and its comments show what else is possible. */

export type ConfigFormat = "yaml" | "json" | "ts";

export function configTemplate(format: ConfigFormat, schema: string): string {
  if (format === "json") return jsonTemplate(schema);
  return format === "ts" ? TS_TEMPLATE : yamlTemplate(schema);
}

function yamlTemplate(schema: string): string {
  return `# yaml-language-server: $schema=${schema}
# A hub of operations: it offers everything below at one address, to agents, programs and people.
# \${NAME} comes from the environment; \${NAME:-default} has a default.

# MCP servers, in the shape that MCP hosts use.
#mcpServers:
#  files:
#    command: npx
#    args: ["-y", "@modelcontextprotocol/server-filesystem", "."]
#    exclude: ["write_*", "move_*"]      # leave these operations out
#    approval: true                      # ask before anything that is not a query
#  search:
#    url: https://mcp.example.com/mcp
#    headers: { Authorization: "Bearer \${SEARCH_TOKEN}" }

# HTTP APIs, by their OpenAPI documents: a file or a URL.
#openapi:
#  petstore:
#    document: https://petstore3.swagger.io/api/v3/openapi.json
#    auth: { type: bearer, token: "\${PETSTORE_TOKEN}" }
#    scopes: [pets]                      # what a caller's key must hold

# Operations of your own: modules that each export one as default.
local:
  folders: []                            # ["./operations"]

# Where the hub listens, and who may call. Without keys, the first start makes one.
serve:
  host: 127.0.0.1
  port: 7411
#  keys:
#    - { id: ada, key: "\${ADA_KEY}", scopes: ["*"] }
`;
}

/** JSON has no comments: the editor shows the descriptions of the schema. */
function jsonTemplate($schema: string): string {
  const config = {
    $schema,
    mcpServers: {},
    openapi: {},
    local: { folders: [] },
    serve: { host: "127.0.0.1", port: 7411 },
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

/** It imports only a type, so it also runs where the package is installed elsewhere. */
const TS_TEMPLATE = `import type { HubConfig } from "@alkdev/operations/hub";

/** A hub of operations. Editors complete it by its type; process.env is at hand. */
export default {
  // MCP servers, in the shape that MCP hosts use:
  // files: { command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "."], approval: true },
  mcpServers: {},
  // HTTP APIs, by their OpenAPI documents:
  // petstore: { document: "https://petstore3.swagger.io/api/v3/openapi.json", scopes: ["pets"] },
  openapi: {},
  // Operations of your own: modules that each export one as default.
  local: { folders: [] },
  // Where the hub listens, and who may call. Without keys, the first start makes one.
  serve: { host: "127.0.0.1", port: 7411 },
} satisfies HubConfig;
`;
