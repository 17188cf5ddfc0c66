import { messageOf } from "../../errors/call-error.ts";
import { fromPointer } from "../../shared/json/json-pointer.ts";
import { checkSourceConfig } from "../../sources/check-source-config.ts";
import type { OpenedSource, OperationSource, SourceContext } from "../../sources/source.ts";
import { convertExpanded } from "../config/check-config.ts";
import { placeOf } from "../config/config-place.ts";
import { ConfigError } from "../config/text/config-error.ts";
import type { ConfigPath } from "../config/text/config-text.ts";
import { versionOfFile } from "../config/file-version.ts";
import { importHint, importUsed, isPath } from "../config/import-used.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { node } from "../config/node-modules.ts";

/** What the config says about a user's own source. */
interface CustomSource {
  readonly name: string;
  /** The module: a path, or a package. */
  readonly use: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly loaded: LoadedConfig;
}

/** Opens a user's own source, once its module and its options are checked. */
export async function openCustomSource(custom: CustomSource, context: SourceContext): Promise<OpenedSource> {
  const source = await loadSource(custom, context.folder);
  const opened: unknown = await source.open(await checkOptions(source, custom), context);
  if (isOpenedSource(opened)) return opened;
  const message = `the "open" of ${custom.use} returned no open source`;
  throw moduleError(custom, message, "return { operations: [ … ], close() { … } }");
}

/** Changes when the file is written: the next reload of the config then opens the source again. */
export function versionOfModule(use: string, folder: string): number | undefined {
  return isPath(use) ? versionOfFile(node.path.resolve(folder, use)) : undefined;
}

async function loadSource(custom: CustomSource, folder: string): Promise<OperationSource<unknown>> {
  const { use } = custom;
  let source: unknown;
  try {
    source = await importUsed(use, folder);
  } catch (cause) {
    throw moduleError(custom, `the module ${use} can't be loaded: ${messageOf(cause)}`, importHint(use, cause));
  }
  if (isSource(source)) return source;
  const found = source === undefined ? "has no default export" : "does not export a source as default";
  throw moduleError(custom, `the module ${use} ${found}`, "write `export default defineSource({ open() { … } })`");
}

async function checkOptions({ configSchema }: OperationSource<unknown>, custom: CustomSource): Promise<unknown> {
  const { options } = custom;
  const first = await checkSourceConfig(configSchema, options);
  if (!("errors" in first)) return first.value;
  const { name, loaded } = custom;
  const ours = (loaded.expanded ?? []).filter(([block, source]) => block === "sources" && source === name);
  const expanded = ours.map((path) => path.slice(2));
  const second = convertExpanded(options, expanded, first.errors)
    ? await checkSourceConfig(configSchema, options)
    : first;
  if (!("errors" in second)) return second.value;
  throw new ConfigError(
    second.errors.map(({ path, message, keyword }) => {
      const part = keyword === "additionalProperties" ? "key" : "value";
      return { ...placeOfOption(custom, fromPointer(path), part), message };
    }),
  );
}

function moduleError(custom: CustomSource, message: string, hint: string | undefined): ConfigError {
  return new ConfigError([{ ...placeOfOption(custom, ["use"]), message, hint }]);
}

/** The position of an option. */
function placeOfOption({ name, loaded }: CustomSource, option: ConfigPath, part?: "key" | "value") {
  return placeOf(loaded, ["sources", name, ...option], part);
}

function isSource(value: unknown): value is OperationSource<unknown> {
  return typeof value === "object" && value !== null && typeof (value as { open?: unknown }).open === "function";
}

function isOpenedSource(value: unknown): value is OpenedSource {
  const { operations, close } = (typeof value === "object" && value !== null ? value : {}) as Partial<OpenedSource>;
  return Array.isArray(operations) && typeof close === "function";
}
