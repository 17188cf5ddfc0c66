import { readYAMLTokens } from "../../../shared/yaml-tokens.ts";
import { parseYAMLText } from "./parse-yaml-text.ts";

/** What is used of a worker of Node's. */
export interface YAMLWorker {
  once(event: "message", listener: (message: unknown) => void): unknown;
  once(event: "error", listener: (error: Error & { readonly code?: string }) => void): unknown;
  once(event: "exit", listener: () => void): unknown;
  terminate(): Promise<unknown>;
}

interface NodeProcess {
  getBuiltinModule(name: "node:module"): { createRequire(url: string): { resolve(name: string): string } };
  getBuiltinModule(name: "node:worker_threads"): {
    Worker: new (code: string, options: Readonly<Record<string, unknown>>) => YAMLWorker;
  };
}

/** Code instead of a file: a file would have to be found, from the sources and from any bundle. */
const workerCode = (): string => `
const { parentPort, workerData } = require("node:worker_threads");
const readTokens = ${readYAMLTokens.toString()};
const parse = ${parseYAMLText.toString()};
const yaml = require(workerData.yaml);
try {
  parentPort.postMessage({ document: parse(yaml, workerData.text, readTokens) });
} catch (error) {
  // A bundler has put something of its own into the function: it can't run here, and nothing is wrong with the text.
  if (/ is not defined$/.test(error?.message)) throw error;
  parentPort.postMessage({ problem: String(error?.message ?? error) });
}`;

/** A worker that parses `text` and answers with a message; `undefined` where there are no workers like Node's. */
export function startYAMLWorker(text: string): YAMLWorker | undefined {
  const { process } = globalThis as { process?: Partial<NodeProcess> };
  if (typeof process?.getBuiltinModule !== "function") return undefined;
  const node = process as NodeProcess;
  try {
    const { Worker } = node.getBuiltinModule("node:worker_threads");
    const yaml = node
      .getBuiltinModule("node:module")
      .createRequire(import.meta.url)
      .resolve("yaml");
    // Without the loaders and the inspector of this thread.
    return new Worker(workerCode(), { eval: true, execArgv: [], workerData: { text, yaml } });
  } catch {
    // No permission for workers, or a bundle that holds the parser itself.
    return undefined;
  }
}
