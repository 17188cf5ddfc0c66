import { messageOf } from "../../../errors/call-error.ts";
import { importModule } from "../import-module.ts";
import { checkConfig } from "./check-config.ts";
import { ConfigError } from "./config-error.ts";
import { readConfigText } from "./config-text.ts";
import type { ConfigText } from "./config-text.ts";
import type { HubConfig } from "./hub-config.ts";
import type { LoadConfigOptions, LoadedConfig } from "./loaded-config.ts";
import { node } from "../node-modules.ts";

/** The names under which a config is looked for, in this order. */
export const CONFIG_NAMES = ["json", "yaml", "yml", "ts", "mjs", "js"].map((type) => `operations.config.${type}`);

/** The path of a folder's config, if it has one. */
export async function findConfig(cwd: string = process.cwd()): Promise<string | undefined> {
  const names = new Set(await node.files.readdir(cwd).catch(() => []));
  const found = CONFIG_NAMES.filter((name) => names.has(name));
  if (found.length > 1) {
    const message = `there are several configs here: ${found.join(", ")}`;
    throw new ConfigError([{ file: cwd, path: "", message, hint: "keep one, or name the one that is meant" }]);
  }
  return found[0] === undefined ? undefined : node.path.join(cwd, found[0]);
}

/**
 * Reads and checks a hub's config: JSON, YAML, or a module that exports it as default. Throws a `ConfigError` with
 * every mistake and its place.
 *
 * @example
 * const hub = await startHub(await loadConfig("operations.config.json"));
 */
export async function loadConfig(path?: string, options: LoadConfigOptions = {}): Promise<LoadedConfig> {
  const { cwd = process.cwd(), env = process.env } = options;
  const file = path === undefined ? await findConfig(cwd) : node.path.resolve(cwd, path);
  if (file === undefined) {
    const message = `there is no config: none of ${CONFIG_NAMES.join(", ")}`;
    throw new ConfigError([{ file: cwd, path: "", message, hint: '"operations init" writes one' }]);
  }
  const text = /\.(?:json|ya?ml)$/.test(file) ? await readText(file) : await readModule(file);
  return { ...checkConfig({ file, text, env }), file, folder: node.path.dirname(file) };
}

/** For a config in TypeScript: the same object, typed. */
export function defineConfig(config: HubConfig): HubConfig {
  return config;
}

async function readText(file: string): Promise<ConfigText> {
  const text = await node.files.readFile(file, "utf8").catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
  return readConfigText(text, file, file.endsWith(".json") ? "json" : "yaml");
}

async function readModule(file: string): Promise<ConfigText> {
  try {
    const module = (await importModule(file)) as { default?: unknown };
    const exported = module.default;
    const value = typeof exported === "function" ? await (exported as () => unknown)() : exported;
    return { value, locate: () => undefined };
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function unreadable(file: string, cause: unknown): ConfigError {
  const isMissing = (cause as { code?: unknown } | null)?.code === "ENOENT";
  const message = isMissing ? "there is no such file" : `it can't be read: ${messageOf(cause)}`;
  return new ConfigError([{ file, path: "", message }]);
}
