/** The hosts that `init` reads and `install` writes: the help names them without loading the code that knows them. */
export const HOST_NAMES = [
  "claude-desktop",
  "claude-code",
  "cursor",
  "vscode",
  "windsurf",
  "zed",
  "codex",
  "gemini-cli",
  "lm-studio",
  "cline",
] as const;

export type HostName = (typeof HOST_NAMES)[number];
