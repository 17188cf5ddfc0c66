import { nodeScannerFS } from "../../sources/scanner/node-scanner-fs.ts";
import { scanManifest } from "../../sources/scanner/scan-operations.ts";
import { messageOf } from "../../errors/call-error.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import type { LocalConfig } from "../config/hub-config.ts";
import { importModule } from "../config/import-module.ts";
import type { ConnectContext, OpenedSource } from "./connector.ts";
import type { SourceQuarantined } from "./source-status.ts";
import { node } from "../config/node-modules.ts";

interface Found {
  readonly operations: Set<AnyOperation>;
  readonly problems: SourceQuarantined[];
}

/** Loads operations from folders and modules. What can't be loaded is reported, and the rest is there. */
export async function connectLocal(config: LocalConfig, { folder }: ConnectContext): Promise<OpenedSource> {
  const found: Found = { operations: new Set(), problems: [] };
  for (const path of config.folders ?? []) await scanFolder(node.path.resolve(folder, path), found);
  for (const path of config.modules ?? []) await readModule(node.path.resolve(folder, path), found);
  return {
    operations: [...found.operations],
    report: () => ({ quarantined: found.problems, findings: [] }),
    close: () => Promise.resolve(),
  };
}

async function scanFolder(path: string, found: Found): Promise<void> {
  const { operations, problems } = await scanManifest(path, nodeScannerFS(), { importModule });
  for (const { spec, handler, path: id } of operations) {
    if (handler === undefined) found.problems.push({ id, reason: "it has a spec but no handler" });
    else found.operations.add(spec as AnyOperation);
  }
  found.problems.push(...problems.map(({ path: id, message }) => ({ id, reason: message })));
}

async function readModule(path: string, found: Found): Promise<void> {
  try {
    const module = (await importModule(path)) as object;
    // CommonJS that was compiled from a module holds its exports once more, in `default`.
    const { default: main } = module as { default?: unknown };
    const exports = [...Object.values(module), ...(isRecord(main) ? Object.values(main) : [])];
    const operations = exports.filter(isOperation);
    if (operations.length === 0) throw new Error("none of its exports is an operation with a handler");
    for (const operation of operations) found.operations.add(operation);
  } catch (thrown) {
    found.problems.push({ id: path, reason: messageOf(thrown) });
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
