import { messageOf } from "../../errors/call-error.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { AnyHandler } from "../../operation/define-operation.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { assertValidSpec } from "../../operation/spec-problems.ts";
import { findModules } from "./find-modules.ts";
import type { ScanProblem } from "./find-modules.ts";
import { within } from "../../shared/time/wait.ts";
import { toAbsolutePath, toFileURL } from "../../shared/file-path.ts";
import { importByURL } from "../import-by-url.ts";
import type { ScannerFS } from "./scanner-fs.ts";

/** The options of `scanManifest`. */
export interface ScanManifestOptions {
  /**
   * Loads a module from its `file:` URL. Default: `import()`; give a loader if that can't read TypeScript.
   */
  readonly importModule?: (url: string) => Promise<unknown>;
  /** Milliseconds that one module may take to load. One that blocks the thread can't be stopped. Default: 10,000. */
  readonly timeoutMs?: number;
  /** How many folders deep to look. Default: 32. */
  readonly maxDepth?: number;
  /** How many modules and folders to read at most. Default: 10,000. */
  readonly maxEntries?: number;
}

/** The options of `scanOperations`. */
export interface ScanOptions extends ScanManifestOptions {
  /** Called for each module or folder that the scanner could not use. Default: `console.warn`. */
  readonly onWarning?: (problem: ScanProblem) => void;
}

/** An operation that the scanner found in a module. */
export interface ScannedOperation {
  /** The default export itself, including its handler if it has one. */
  readonly spec: OperationSpec;
  readonly handler?: AnyHandler;
}

/** The content of a folder: its operations in the order of their paths, and its problems. */
export interface OperationManifest {
  readonly operations: ReadonlyArray<ScannedOperation & { readonly path: string }>;
  readonly problems: readonly ScanProblem[];
}

const LATE = Symbol("late");

/**
 * Imports the modules (`.ts`, `.js`, `.mjs`) of a folder and the folders in it, and returns the specs that they export
 * as default. Skips tests, declarations, `node_modules` and names that start with a dot. An unusable module causes a
 * warning, and never stops the others. If the folder itself cannot be read, it rejects as the file system does.
 *
 * @example
 * for (const spec of await scanOperations("./operations", nodeScannerFS())) registry.registerSpec(spec);
 */
export async function scanOperations(
  dirPath: string,
  fs: ScannerFS,
  options: ScanOptions = {},
): Promise<OperationSpec[]> {
  const { onWarning = warn, ...rest } = options;
  const { operations, problems } = await scanManifest(dirPath, fs, rest);
  for (const problem of problems) onWarning(problem);
  return operations.map(({ spec }) => spec);
}

/** Like `scanOperations`, but returns the path and the handler of each operation, and the problems as data. */
export async function scanManifest(
  dirPath: string,
  fs: ScannerFS,
  options: ScanManifestOptions = {},
): Promise<OperationManifest> {
  const { importModule = importByURL, timeoutMs = 10_000, maxDepth = 32, maxEntries = 10_000 } = options;
  const { modules, problems } = await findModules(toAbsolutePath(dirPath, fs.cwd()), fs, { maxDepth, maxEntries });
  const found = new Map<string, ScannedOperation & { path: string }>();
  // Modules load one at a time, so that their side effects always happen in the same order.
  for (const path of modules) {
    try {
      const module = await within(importModule(toFileURL(path)), timeoutMs, LATE);
      if (module === LATE) throw new Error(`it did not finish loading within ${timeoutMs} ms (timeoutMs)`);
      const operation = readDefaultExport(module);
      const id = operationId(operation.spec);
      const other = found.get(id);
      if (other !== undefined) throw new Error(`it defines ${id}, which ${other.path} defines already`);
      found.set(id, { path, ...operation });
    } catch (error) {
      problems.push({ path, message: messageOf(error) });
    }
  }
  return { operations: [...found.values()], problems };
}

/** The operation that a module exports. Throws a readable error if there is none. */
function readDefaultExport(module: unknown): ScannedOperation {
  const spec = defaultOf(module);
  if (spec === undefined)
    throw new Error("it has no default export; an operation's module exports its spec as default");
  assertValidSpec(spec);
  const { handler } = spec as { handler?: AnyHandler };
  return handler === undefined ? { spec: spec as OperationSpec } : { spec: spec as OperationSpec, handler };
}

/** Unwraps CommonJS that was compiled from an ES module. */
function defaultOf(module: unknown): unknown {
  const outer = (module as { default?: unknown } | null | undefined)?.default;
  const isWrapped = typeof outer === "object" && outer !== null && "__esModule" in outer && "default" in outer;
  return isWrapped ? outer.default : outer;
}

function warn({ path, message }: ScanProblem): void {
  // oxlint-disable-next-line no-console -- the default of `onWarning`: silence would lose it
  console.warn(`[operations] ${path}: ${message}`);
}
