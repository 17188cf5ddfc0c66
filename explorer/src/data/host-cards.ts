/** What to paste into each MCP host, so that it uses the hub of this page. */

export interface HostCard {
  /** As `operations install` names it. */
  readonly name: string;
  readonly title: string;
  /** Where the text goes. */
  readonly where: string;
  readonly text: string;
}

/** Takes the place of a key in the text: the page does not have one to show. */
export const KEY_PLACE = "<key>";

/** `address` is the hub's address, without a trailing slash. */
export function hostCards(address: string): HostCard[] {
  const url = `${address}/mcp`;
  const headers = { Authorization: `Bearer ${KEY_PLACE}` };
  const servers = (entry: object): string => printJSON({ mcpServers: { operations: entry } });
  return [
    {
      name: "claude-desktop",
      title: "Claude Desktop",
      where:
        "Settings, Developer, Edit Config. Claude Desktop starts servers itself, so it needs the command and your config.",
      text: servers({
        command: "npx",
        args: ["-y", "@alkdev/operations", "mcp", "--config", "/path/to/operations.config.yaml"],
      }),
    },
    {
      name: "claude-code",
      title: "Claude Code",
      where: "In a terminal.",
      text: `claude mcp add --transport http --scope user operations ${url} --header "Authorization: ${headers.Authorization}"`,
    },
    { name: "cursor", title: "Cursor", where: "~/.cursor/mcp.json", text: servers({ url, headers }) },
    {
      name: "vscode",
      title: "VS Code",
      where: 'The command "MCP: Open User Configuration". It asks for the key itself.',
      text: printJSON({
        inputs: [{ type: "promptString", id: "operations-key", description: "Key for the hub", password: true }],
        servers: {
          operations: { type: "http", url, headers: { Authorization: "Bearer ${input:operations-key}" } },
        },
      }),
    },
    {
      name: "windsurf",
      title: "Windsurf",
      where: "~/.codeium/windsurf/mcp_config.json",
      text: servers({ serverUrl: url, headers }),
    },
    {
      name: "zed",
      title: "Zed",
      where: "The settings file.",
      text: printJSON({ context_servers: { operations: { url, headers } } }),
    },
    {
      name: "codex",
      title: "Codex CLI",
      where: "~/.codex/config.toml. The key comes from the environment.",
      text: `[mcp_servers.operations]\nurl = ${JSON.stringify(url)}\nbearer_token_env_var = "OPERATIONS_KEY"`,
    },
    {
      name: "gemini-cli",
      title: "Gemini CLI",
      where: "~/.gemini/settings.json",
      text: servers({ httpUrl: url, headers }),
    },
    { name: "lm-studio", title: "LM Studio", where: "~/.lmstudio/mcp.json", text: servers({ url, headers }) },
    {
      name: "cline",
      title: "Cline",
      where: "MCP Servers, Configure.",
      text: servers({ type: "streamableHttp", url, headers }),
    },
  ];
}

function printJSON(value: object): string {
  return JSON.stringify(value, undefined, 2);
}
