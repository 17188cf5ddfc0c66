import { Type } from "typebox";
import { messageOf } from "../../errors/call-error.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import { toAbsolutePath } from "../../shared/file-path.ts";
import { madeLater } from "../../shared/made-later.ts";
import { OptionError } from "../option-error.ts";
import type { OpenedSource, OperationSource, SourceContext, SourceQuarantined } from "../source.ts";
import { nodeScannerFS } from "./node-scanner-fs.ts";
import { scanManifest } from "./scan-operations.ts";

/** The config of a `localSource`. */
export interface LocalSourceConfig {
  /** Folders whose modules each export one operation as default. */
  readonly folders?: readonly string[] | undefined;
  /** Modules of which every export that is an operation is taken, default or named. */
  readonly modules?: readonly string[] | undefined;
}

interface Found {
  readonly operations: Set<AnyOperation>;
  readonly quarantined: SourceQuarantined[];
}

/** Operations in folders and modules. The report lists modules that can't be used; the others work. */
export const localSource: OperationSource<LocalSourceConfig> = {
  configSchema: madeLater(["~kind", "type", "properties"], () =>
    Type.Object({
      folders: Type.Optional(Type.Array(Type.String())),
      modules: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  async open(config, context): Promise<OpenedSource> {
    const found: Found = { operations: new Set(), quarantined: [] };
    const paths = (given: readonly string[] = []): string[] =>
      given.map((path) => toAbsolutePath(path, context.folder));
    for (const [index, folder] of paths(config.folders).entries()) {
      await assertFolder(folder, ["folders", index]);
      await scanFolder(folder, context, found);
    }
    for (const module of paths(config.modules)) await readModule(module, context, found);
    return {
      operations: [...found.operations],
      report: () => ({ quarantined: found.quarantined, findings: [] }),
      close: () => undefined,
    };
  },
};

/** What a mistyped path names is not there; modules in a folder may be faulty one by one. */
async function assertFolder(folder: string, option: OptionError["option"]): Promise<void> {
  const code = await whyNoFolder(folder);
  if (code !== "ENOENT" && code !== "ENOTDIR") return;
  const what = code === "ENOENT" ? "there is no folder" : "this is not a folder:";
  throw new OptionError(option, `${what} ${folder}`);
}

/** The code with which the system refuses to list it. */
async function whyNoFolder(path: string): Promise<unknown> {
  const entries = nodeScannerFS().readdir(path)[Symbol.asyncIterator]();
  try {
    await entries.next();
    return undefined;
  } catch (cause) {
    return (cause as { code?: unknown }).code;
  } finally {
    await entries.return?.();
  }
}

async function scanFolder(folder: string, { importModule }: SourceContext, found: Found): Promise<void> {
  try {
    const { operations, problems } = await scanManifest(folder, nodeScannerFS(), { importModule });
    for (const { spec, handler, path: id } of operations) {
      if (handler === undefined) found.quarantined.push({ id, reason: "it has a spec but no handler" });
      else found.operations.add(spec as AnyOperation);
    }
    found.quarantined.push(...problems.map(({ path: id, message }) => ({ id, reason: message })));
  } catch (thrown) {
    found.quarantined.push({ id: folder, reason: messageOf(thrown) });
  }
}

async function readModule(path: string, { importModule }: SourceContext, found: Found): Promise<void> {
  try {
    const module = (await importModule(path)) as object;
    // CommonJS that was compiled from an ES module repeats its exports in `default`.
    const { default: main } = module as { default?: unknown };
    const exports = [...Object.values(module), ...(isRecord(main) ? Object.values(main) : [])];
    const operations = exports.filter(isOperation);
    if (operations.length === 0) throw new Error("none of its exports is an operation with a handler");
    for (const operation of operations) found.operations.add(operation);
  } catch (thrown) {
    // The runtime would name our own file, which imports it.
    const isMissing = (await whyNoFolder(path)) === "ENOENT";
    found.quarantined.push({ id: path, reason: isMissing ? "there is no such file" : messageOf(thrown) });
  }
}

function isOperation(value: unknown): value is AnyOperation {
  return (
    isRecord(value) &&
    typeof value["name"] === "string" &&
    typeof value["namespace"] === "string" &&
    typeof value["handler"] === "function"
  );
}
