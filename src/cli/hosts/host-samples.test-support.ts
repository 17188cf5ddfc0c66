/** Configs as the documentation of each host shows them: with its formats and fields, and our own servers. */
import type { HostName } from "../arguments/host-names.ts";

export interface HostSample {
  readonly host: HostName;
  /** The page that documents this format. */
  readonly source: string;
  /** From the home folder, or from the folder of the project. */
  readonly file: string;
  readonly isProject?: boolean;
  readonly text: string;
  /** The servers as our config has them, before secrets are hidden. */
  readonly servers: Readonly<Record<string, object>>;
  readonly leftOut?: Readonly<Record<string, readonly string[]>>;
}

export const HOST_SAMPLES: readonly HostSample[] = [
  {
    host: "claude-desktop",
    source: "https://modelcontextprotocol.io/docs/develop/connect-local-servers",
    file: ".config/Claude/claude_desktop_config.json",
    text: `{
  "globalShortcut": "Ctrl+Space",
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/ada/Desktop", "/home/ada/Downloads"]
    },
    "search": {
      "command": "npx",
      "args": ["-y", "example-search", "\${not a variable here}"],
      "env": { "SEARCH_API_KEY": "abcdef" }
    }
  }
}
`,
    servers: {
      filesystem: {
        command: "npx",
        args: ["-y", "@modelcontextprotocol/server-filesystem", "/home/ada/Desktop", "/home/ada/Downloads"],
      },
      search: {
        command: "npx",
        args: ["-y", "example-search", "$${not a variable here}"],
        env: { SEARCH_API_KEY: "abcdef" },
      },
    },
  },
  {
    host: "claude-code",
    source: "https://code.claude.com/docs/en/mcp",
    file: ".claude.json",
    text: `{
  "numStartups": 12,
  "mcpServers": {
    "notes": { "type": "http", "url": "https://notes.example/mcp", "headers": { "Authorization": "Bearer \${NOTES_TOKEN}" } },
    "events": { "type": "sse", "url": "https://events.example/sse", "timeout": 30000 }
  },
  "projects": {
    "/home/ada/shop": {
      "allowedTools": [],
      "mcpServers": {
        "db": { "type": "stdio", "command": "npx", "args": ["-y", "example-db"], "env": { "DB_URL": "\${DB_URL:-postgres://localhost/shop}" } }
      }
    }
  }
}
`,
    servers: {
      notes: { url: "https://notes.example/mcp", headers: { Authorization: "Bearer ${NOTES_TOKEN}" } },
      events: { url: "https://events.example/sse", type: "sse", timeout: 30_000 },
      db: { command: "npx", args: ["-y", "example-db"], env: { DB_URL: "${DB_URL:-postgres://localhost/shop}" } },
    },
  },
  {
    host: "claude-code",
    source: "https://code.claude.com/docs/en/mcp",
    file: ".mcp.json",
    isProject: true,
    text: `{
  "mcpServers": {
    "shared": { "command": "/usr/bin/shared-server", "args": [], "env": {} }
  }
}
`,
    servers: { shared: { command: "/usr/bin/shared-server", args: [] } },
  },
  {
    host: "cursor",
    source: "https://cursor.com/docs/mcp",
    file: ".cursor/mcp.json",
    text: `{
  // Servers of all projects.
  "mcpServers": {
    "local": {
      "type": "stdio",
      "command": "python",
      "args": ["\${workspaceFolder}/tools/server.py", "--home", "\${userHome}"],
      "env": { "API_KEY": "\${env:LOCAL_API_KEY}" },
      "envFile": ".env"
    },
    "remote": {
      "url": "https://api.example/mcp",
      "auth": { "CLIENT_ID": "my-client", "CLIENT_SECRET": "my-secret", "scopes": ["read", "write"] }, // OAuth
    },
  },
}
`,
    servers: {
      local: {
        command: "python",
        args: ["FOLDER/tools/server.py", "--home", "HOME"],
        env: { API_KEY: "${LOCAL_API_KEY}" },
      },
      remote: {
        url: "https://api.example/mcp",
        oauth: { clientId: "my-client", clientSecret: "my-secret", scopes: ["read", "write"] },
      },
    },
    leftOut: { local: ["envFile"] },
  },
  {
    host: "vscode",
    source: "https://code.visualstudio.com/docs/copilot/reference/mcp-configuration",
    file: ".vscode/mcp.json",
    isProject: true,
    text: `{
	"inputs": [
		// The person is asked once.
		{ "type": "promptString", "id": "issues-key", "description": "Key of the tracker", "password": true }
	],
	"servers": {
		"issues": {
			"type": "stdio",
			"command": "npx",
			"args": ["-y", "example-issues"],
			"env": { "ISSUES_KEY": "\${input:issues-key}" }
		},
		"docs": { "type": "http", "url": "https://docs.example/mcp" }
	}
}
`,
    servers: {
      issues: { command: "npx", args: ["-y", "example-issues"], env: { ISSUES_KEY: "${ISSUES_KEY}" } },
      docs: { url: "https://docs.example/mcp" },
    },
  },
  {
    host: "windsurf",
    source: "https://docs.windsurf.com/windsurf/cascade/mcp",
    file: ".codeium/windsurf/mcp_config.json",
    text: `{
  "mcpServers": {
    "remote": {
      "serverUrl": "https://tools.example/mcp",
      "headers": { "API_KEY": "Bearer \${env:TOOLS_TOKEN}" },
      "disabledTools": ["delete_all"]
    }
  }
}
`,
    servers: {
      remote: {
        url: "https://tools.example/mcp",
        headers: { API_KEY: "Bearer ${TOOLS_TOKEN}" },
        exclude: ["delete_all"],
      },
    },
  },
  {
    host: "zed",
    source: "https://zed.dev/docs/ai/mcp",
    file: ".config/zed/settings.json",
    text: `// Settings of Zed
{
  "theme": "One Dark",
  "context_servers": {
    "local": { "source": "custom", "enabled": false, "command": "some-command", "args": ["arg-1"], "env": {} },
    "older": { "command": { "path": "old-server", "args": ["--stdio"], "env": { "MODE": "x" } }, "settings": {} },
    "remote": { "url": "https://remote.example/mcp", "headers": { "X-Team": "blue" } }
  }
}
`,
    servers: {
      local: { command: "some-command", args: ["arg-1"], disabled: true },
      older: { command: "old-server", args: ["--stdio"], env: { MODE: "x" } },
      remote: { url: "https://remote.example/mcp", headers: { "X-Team": "blue" } },
    },
    leftOut: { older: ["settings"] },
  },
  {
    host: "codex",
    source: "https://developers.openai.com/codex/mcp",
    file: ".codex/config.toml",
    text: `model = "gpt-5" # the default

# Looks things up.
[mcp_servers.context]
command = "npx"
args = ["-y", "example-context"]
env_vars = ["LOCAL_TOKEN"]
startup_timeout_sec = 20

[mcp_servers.context.env]
MY_ENV_VAR = "MY_ENV_VALUE"

# Remote.
[mcp_servers.figures]
url = "https://figures.example/mcp"
bearer_token_env_var = "FIGURES_TOKEN"
http_headers = { "X-Region" = "eu" }
tool_timeout_sec = 45
enabled = false

[[notify]]
on = "done"
`,
    servers: {
      context: {
        command: "npx",
        args: ["-y", "example-context"],
        env: { MY_ENV_VAR: "MY_ENV_VALUE", LOCAL_TOKEN: "${LOCAL_TOKEN}" },
        connectTimeout: 20_000,
      },
      figures: {
        url: "https://figures.example/mcp",
        headers: { "X-Region": "eu", Authorization: "Bearer ${FIGURES_TOKEN}" },
        timeout: 45_000,
        disabled: true,
      },
    },
  },
  {
    host: "gemini-cli",
    source: "https://geminicli.com/docs/tools/mcp-server/",
    file: ".gemini/settings.json",
    text: `{
  "theme": "GitHub",
  "mcpServers": {
    "python": {
      "command": "python",
      "args": ["-m", "my_server"],
      "env": { "API_KEY": "$MY_API_TOKEN", "DATABASE_URL": "\${DB_CONNECTION}" },
      "cwd": "./server",
      "timeout": 15000,
      "trust": false,
      "includeTools": ["safe_tool"],
      "excludeTools": ["bad_tool"]
    },
    "events": { "url": "https://events.example/sse" },
    "stream": { "httpUrl": "https://stream.example/mcp", "timeout": 5000 }
  }
}
`,
    servers: {
      python: {
        command: "python",
        args: ["-m", "my_server"],
        env: { API_KEY: "${MY_API_TOKEN}", DATABASE_URL: "${DB_CONNECTION}" },
        cwd: "./server",
        timeout: 15_000,
        include: ["safe_tool"],
        exclude: ["bad_tool"],
      },
      events: { url: "https://events.example/sse", type: "sse" },
      stream: { url: "https://stream.example/mcp", timeout: 5000 },
    },
    leftOut: { python: ["trust"] },
  },
  {
    host: "lm-studio",
    source: "https://lmstudio.ai/docs/app/mcp",
    file: ".lmstudio/mcp.json",
    text: `{
  "mcpServers": {
    "hub": { "url": "https://hub.example/mcp", "headers": { "Authorization": "Bearer <YOUR_TOKEN>" } }
  }
}
`,
    servers: { hub: { url: "https://hub.example/mcp", headers: { Authorization: "Bearer <YOUR_TOKEN>" } } },
  },
  {
    host: "cline",
    source: "https://docs.cline.bot/mcp/configuring-mcp-servers",
    file: ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
    text: `{
  "mcpServers": {
    "local": {
      "command": "node",
      "args": ["/srv/server.js"],
      "env": { "API_KEY": "your_api_key" },
      "alwaysAllow": ["tool1"],
      "disabled": true,
      "timeout": 60
    },
    "remote": { "type": "streamableHttp", "url": "https://remote.example/mcp", "disabled": false }
  }
}
`,
    servers: {
      local: {
        command: "node",
        args: ["/srv/server.js"],
        env: { API_KEY: "your_api_key" },
        timeout: 60_000,
        disabled: true,
      },
      remote: { url: "https://remote.example/mcp" },
    },
    leftOut: { local: ["alwaysAllow"] },
  },
];
