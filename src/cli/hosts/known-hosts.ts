import { join } from "node:path";
import type { Host, HostEntry, HostConfigLocation, Machine, StartedServer } from "./host.ts";

const plainEntry = ({ command, args, env }: StartedServer): HostEntry => ({ command, args, env });
/** For hosts to which a server without a type is an error, or of another kind. */
const typedEntry = ({ command, args, env }: StartedServer): HostEntry => ({ type: "stdio", command, args, env });

const at = (file: string, ...names: string[]): HostConfigLocation => ({ file, at: names });
const inProject = (file: string, ...names: string[]): HostConfigLocation => ({ file, at: names, isProject: true });

/** Where desktop programs of this user keep their settings. */
function settingsFolder({ platform, home, env }: Machine): string {
  if (platform === "darwin") return join(home, "Library", "Application Support");
  if (platform === "win32") return env["APPDATA"] ?? join(home, "AppData", "Roaming");
  return env["XDG_CONFIG_HOME"] || join(home, ".config");
}

/** The hosts whose configs this command reads and writes. */
export const HOSTS: readonly Host[] = [
  {
    name: "claude-desktop",
    title: "Claude Desktop",
    docs: "https://modelcontextprotocol.io/docs/develop/connect-local-servers",
    syntax: "json",
    variables: "none",
    places: (machine) => [at(join(settingsFolder(machine), "Claude", "claude_desktop_config.json"), "mcpServers")],
    toEntry: plainEntry,
    afterwards: "Quit Claude Desktop and start it again.",
  },
  {
    name: "claude-code",
    title: "Claude Code",
    docs: "https://code.claude.com/docs/en/mcp",
    syntax: "json",
    variables: "plain",
    places: ({ home, folder, env }) => {
      const file = join(env["CLAUDE_CONFIG_DIR"] || home, ".claude.json");
      return [
        at(file, "mcpServers"),
        inProject(file, "projects", "*", "mcpServers"),
        inProject(join(folder, ".mcp.json"), "mcpServers"),
      ];
    },
    toEntry: typedEntry,
    afterwards: "Sessions that start from now on have it; /mcp shows it.",
  },
  {
    name: "cursor",
    title: "Cursor",
    docs: "https://cursor.com/docs/mcp",
    syntax: "json",
    variables: "prefixed",
    places: ({ home, folder }) => [
      at(join(home, ".cursor", "mcp.json"), "mcpServers"),
      inProject(join(folder, ".cursor", "mcp.json"), "mcpServers"),
    ],
    toEntry: plainEntry,
    afterwards: "Restart Cursor, or switch the server on in its MCP settings.",
  },
  {
    name: "vscode",
    title: "VS Code",
    docs: "https://code.visualstudio.com/docs/copilot/reference/mcp-configuration",
    syntax: "json",
    variables: "prefixed",
    places: (machine) => [
      at(join(settingsFolder(machine), "Code", "User", "mcp.json"), "servers"),
      inProject(join(machine.folder, ".vscode", "mcp.json"), "servers"),
    ],
    toEntry: typedEntry,
    afterwards: 'VS Code offers "Start" above the entry: run "MCP: Open User Configuration".',
  },
  {
    name: "windsurf",
    title: "Windsurf",
    docs: "https://docs.windsurf.com/windsurf/cascade/mcp",
    syntax: "json",
    variables: "prefixed",
    places: ({ home }) => [at(join(home, ".codeium", "windsurf", "mcp_config.json"), "mcpServers")],
    toEntry: plainEntry,
    afterwards: "Press the refresh button of Cascade's MCP servers.",
  },
  {
    name: "zed",
    title: "Zed",
    docs: "https://zed.dev/docs/ai/mcp",
    syntax: "json",
    variables: "none",
    places: ({ platform, home, folder, env }) => {
      const base = platform === "win32" ? (env["APPDATA"] ?? home) : env["XDG_CONFIG_HOME"] || join(home, ".config");
      return [
        at(join(base, platform === "win32" ? "Zed" : "zed", "settings.json"), "context_servers"),
        inProject(join(folder, ".zed", "settings.json"), "context_servers"),
      ];
    },
    toEntry: plainEntry,
    afterwards: "Zed reads it at once.",
  },
  {
    name: "codex",
    title: "Codex CLI",
    docs: "https://developers.openai.com/codex/mcp",
    syntax: "toml",
    variables: "none",
    places: ({ home, folder, env }) => [
      at(join(env["CODEX_HOME"] || join(home, ".codex"), "config.toml"), "mcp_servers"),
      inProject(join(folder, ".codex", "config.toml"), "mcp_servers"),
    ],
    toEntry: plainEntry,
    afterwards: "Sessions that start from now on have it; /mcp shows it.",
  },
  {
    name: "gemini-cli",
    title: "Gemini CLI",
    docs: "https://geminicli.com/docs/tools/mcp-server/",
    syntax: "json",
    variables: "shell",
    places: ({ home, folder }) => [
      at(join(home, ".gemini", "settings.json"), "mcpServers"),
      inProject(join(folder, ".gemini", "settings.json"), "mcpServers"),
    ],
    toEntry: plainEntry,
    afterwards: "Sessions that start from now on have it; /mcp shows it.",
  },
  {
    name: "lm-studio",
    title: "LM Studio",
    docs: "https://lmstudio.ai/docs/app/mcp",
    syntax: "json",
    variables: "none",
    places: ({ home }) => [at(join(home, ".lmstudio", "mcp.json"), "mcpServers")],
    toEntry: plainEntry,
    afterwards: "Switch it on in LM Studio's integrations.",
  },
  {
    name: "cline",
    title: "Cline",
    docs: "https://docs.cline.bot/mcp/configuring-mcp-servers",
    syntax: "json",
    variables: "none",
    places: (machine) => {
      const extension = join("globalStorage", "saoudrizwan.claude-dev", "settings", "cline_mcp_settings.json");
      return [
        at(join(settingsFolder(machine), "Code", "User", extension), "mcpServers"),
        at(join(machine.home, ".cline", "data", "settings", "cline_mcp_settings.json"), "mcpServers"),
      ];
    },
    toEntry: plainEntry,
    afterwards: "Cline reads it at once.",
  },
];
