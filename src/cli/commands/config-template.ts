/** The config that `init` writes: it works as it is, and shows in comments what else there could be. */

export type ConfigFormat = "yaml" | "json" | "ts";

export function configTemplate(format: ConfigFormat, schema: string): string {
  if (format === "json") return jsonTemplate(schema);
  return format === "ts" ? TS_TEMPLATE : yamlTemplate(schema);
}

function yamlTemplate(schema: string): string {
  return `# yaml-language-server: $schema=${schema}
# The hub of operations: everything below is offered at one address, to agents, programs and people.
# \${NAME} is taken from the environment; \${NAME:-default} has a default.

# MCP servers, in the shape that MCP hosts use.
#mcpServers:
#  files:
#    command: npx
#    args: ["-y", "@modelcontextprotocol/server-filesystem", "."]
#    exclude: ["write_*", "move_*"]      # leave operations out, by name
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

# Operations of your own: modules that export one each, as default.
local:
  folders: []                            # ["./operations"]

# Who may reach the hub, and where. Without keys, one is made at the first start.
serve:
  host: 127.0.0.1
  port: 7411
#  keys:
#    - { id: ada, key: "\${ADA_KEY}", scopes: ["*"] }
`;
}

/** JSON has no comments: descriptions come from the schema, in the editor. */
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

/** Only a type is imported: it also runs where the package is installed elsewhere. */
const TS_TEMPLATE = `import type { HubConfig } from "@alkdev/operations/hub";

/** The hub of operations. Editors complete it by its type; process.env is at hand. */
export default {
  // MCP servers, in the shape that MCP hosts use:
  // files: { command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "."], approval: true },
  mcpServers: {},
  // HTTP APIs, by their OpenAPI documents:
  // petstore: { document: "https://petstore3.swagger.io/api/v3/openapi.json", scopes: ["pets"] },
  openapi: {},
  // Operations of your own: modules that export one each, as default.
  local: { folders: [] },
  // Who may reach the hub, and where. Without keys, one is made at the first start.
  serve: { host: "127.0.0.1", port: 7411 },
} satisfies HubConfig;
`;
