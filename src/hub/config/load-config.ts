import { messageOf } from "../../errors/call-error.ts";
import { importModule } from "./import-module.ts";
import { checkConfig } from "./check-config.ts";
import { environmentOf } from "./env-file.ts";
import { ConfigError } from "./text/config-error.ts";
import type { ConfigText } from "./text/config-text.ts";
import type { HubConfig } from "./hub-config.ts";
import type { LoadConfigOptions, LoadedConfig } from "./loaded-config.ts";
import { node } from "./node-modules.ts";
import { readConfigText } from "./text/read-config-text.ts";

/** The names of a config, in the order of the search. */
export const CONFIG_NAMES = ["json", "yaml", "yml", "ts", "mjs", "js"].map((type) => `operations.config.${type}`);

/** The path of the config in a folder, if there is one. */
export async function findConfig(cwd: string = process.cwd()): Promise<string | undefined> {
  const names = new Set(await node.files.readdir(cwd).catch(() => []));
  const found = CONFIG_NAMES.filter((name) => names.has(name));
  if (found.length > 1) {
    const message = `there are several configs here: ${found.join(", ")}`;
    throw new ConfigError([{ file: cwd, path: "", message, hint: "keep one, or name the one to use" }]);
  }
  return found[0] === undefined ? undefined : node.path.join(cwd, found[0]);
}

/**
 * Reads and checks a hub's config: JSON, YAML, or a module that exports it as default. Throws a `ConfigError` with
 * every mistake and its position.
 *
 * @example
 * const hub = await startHub(await loadConfig("operations.config.json"));
 */
export async function loadConfig(path?: string, options: LoadConfigOptions = {}): Promise<LoadedConfig> {
  const { cwd = process.cwd() } = options;
  const file = path === undefined ? await findConfig(cwd) : node.path.resolve(cwd, path);
  if (file === undefined) {
    const message = `there is no config: none of ${CONFIG_NAMES.join(", ")}`;
    throw new ConfigError([{ file: cwd, path: "", message, hint: '"operations init" writes one' }]);
  }
  const text = await readConfig(file);
  const folder = node.path.dirname(file);
  const env = options.env ?? (await environmentFor(file));
  return { ...checkConfig({ file, text, env }), file, folder };
}

async function environmentFor(file: string): Promise<NonNullable<LoadConfigOptions["env"]>> {
  return await environmentOf(node.path.dirname(file)).catch((cause: unknown) => {
    throw new ConfigError([{ file, path: "", message: messageOf(cause) }]);
  });
}

/** Types a config in TypeScript. Returns the same object. */
export function defineConfig(config: HubConfig): HubConfig {
  return config;
}

async function readConfig(file: string): Promise<ConfigText> {
  if (file.endsWith(".json")) return await readConfigText(await readText(file), file, "json");
  return /\.ya?ml$/.test(file) ? await readConfigText(await readText(file), file, "yaml") : await readModule(file);
}

async function readText(file: string): Promise<string> {
  return await node.files.readFile(file, "utf8").catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
}

async function readModule(file: string): Promise<ConfigText> {
  // A file is empty for a moment while it is written. CommonJS would take it for an empty config.
  if ((await readText(file)).trim() === "") throw new ConfigError([{ file, path: "", message: "the file is empty" }]);
  const value = await importDefault(file).catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
  if (value !== undefined) return { value, locate: () => undefined };
  const hint = "write `export default { … }`, or export a function that returns the config";
  throw new ConfigError([{ file, path: "", message: "it exports no config as default", hint }]);
}

/** The default export of a module, or what it returns or resolves with. */
async function importDefault(file: string): Promise<unknown> {
  // A reload must see what the file says now.
  const exported = ((await importModule(file, { isFresh: true })) as { default?: unknown }).default;
  // `jiti` returns the module itself if there is no default export.
  if ((exported as { __esModule?: unknown } | null | undefined)?.__esModule === true) return undefined;
  return await (typeof exported === "function" ? (exported as () => unknown)() : exported);
}

function unreadable(file: string, cause: unknown): ConfigError {
  const isMissing = (cause as { code?: unknown } | null)?.code === "ENOENT";
  const message = isMissing ? "there is no such file" : `it can't be read: ${messageOf(cause)}`;
  return new ConfigError([{ file, path: "", message }]);
}
