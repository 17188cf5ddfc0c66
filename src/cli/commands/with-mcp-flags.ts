import type { HubConfig, LoadedConfig, MCPInterfaceConfig } from "../../entries/hub.ts";
import type { Options } from "../arguments/parse-options.ts";
import { UsageError } from "../arguments/usage-error.ts";

/** The config as the flags of `operations mcp` change it. */
export function withMCPFlags(loaded: LoadedConfig, options: Options): LoadedConfig {
  const { config } = loaded;
  const { mcp } = config.serve ?? {};
  const flags: MCPInterfaceConfig = {
    ...given("searchAbove", searchAboveOf(options)),
    ...given("toolNames", toolNamesOf(options.text("tool-names"))),
    ...given("instructions", options.text("instructions")),
    ...given("embedder", options.text("embedder")),
  };
  const changed: HubConfig = {
    ...config,
    serve: { ...config.serve, mcp: { ...(typeof mcp === "object" ? mcp : {}), ...flags } },
    ...(options.has("code-mode") ? { codeMode: config.codeMode || true } : {}),
  };
  return { ...loaded, config: changed };
}

function searchAboveOf(options: Options): number | "never" | undefined {
  return options.text("search-above") === "never" ? "never" : options.count("search-above", 0);
}

function given<TName extends string, TValue>(name: TName, value: TValue | undefined): Partial<Record<TName, TValue>> {
  return value === undefined ? {} : ({ [name]: value } as Record<TName, TValue>);
}

/** `shop.order=order,github.*=gh_{name}` */
function toolNamesOf(text: string | undefined): Record<string, string> | undefined {
  if (text === undefined) return undefined;
  const names = text.split(",").map((part): [string, string] => {
    const [, pattern = "", name = ""] = /^\s*([^=]+?)\s*=\s*(.+?)\s*$/.exec(part) ?? [];
    if (pattern !== "") return [pattern, name];
    throw new UsageError(
      `--tool-names is "${text}": give ids and names, such as 'shop.order=order,github.*=gh_{name}'.`,
    );
  });
  return Object.fromEntries(names);
}
