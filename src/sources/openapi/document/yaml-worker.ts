import type * as YAML from "yaml";
import { builtinModule } from "../../../shared/builtin-module.ts";
import { readYAMLTokens } from "../../../shared/json/yaml-tokens.ts";

/**
 * Parses YAML with the given parser. A worker runs the source text of this function alone, so it must use nothing from
 * outside and declare no inner function, which a compiler might wrap in a helper. `readTokens` is `readYAMLTokens`.
 */
export function parseYAMLText(
  yaml: typeof YAML,
  text: string,
  readTokens: typeof readYAMLTokens,
  most?: number,
): unknown {
  const tokens = readTokens(yaml, text, most);
  // The search for duplicate keys takes quadratic time, and JSON parsers do not search either.
  const composer = new yaml.Composer({ uniqueKeys: false, prettyErrors: false, logLevel: "error" });
  const [document, another] = [...composer.compose(tokens, true, text.length)];
  if (document === undefined) return null;
  const error = document.errors[0];
  if (error !== undefined) {
    const before = text.slice(0, error.pos[0]).split("\n");
    const position = `line ${String(before.length)}, column ${String(before.at(-1)!.length + 1)}`;
    throw new SyntaxError(`${error.message} at ${position}`);
  }
  if (another !== undefined) throw new SyntaxError("it holds more than one document");
  // Aliases multiply: a few lines can describe more data than fits in memory.
  return document.toJS({ maxAliasCount: 10_000 });
}

/** The part of Node's `Worker` that is used. */
export interface YAMLWorker {
  once(event: "message", listener: (message: unknown) => void): unknown;
  once(event: "error", listener: (error: Error & { readonly code?: string }) => void): unknown;
  once(event: "exit", listener: () => void): unknown;
  terminate(): Promise<unknown>;
}

interface WorkerThreads {
  readonly Worker: new (code: string, options: Readonly<Record<string, unknown>>) => YAMLWorker;
}

interface ModuleLoader {
  createRequire(url: string): { resolve(name: string): string };
}

/**
 * A document is posted as JSON if that says everything: JSON is parsed in slices, and a clone would block the main
 * thread. Aliases share what they refer to, and as JSON they would multiply it.
 *
 * The worker gets code, not a file, because a file would have to be found from the sources and from any bundle.
 */
const workerCode = (): string => `
const { parentPort, workerData } = require("node:worker_threads");
const readTokens = ${readYAMLTokens.toString()};
const parse = ${parseYAMLText.toString()};
const yaml = require(workerData.yaml);
try {
  const document = parse(yaml, workerData.text, readTokens, workerData.most);
  const seen = new Set();
  let isJSON = true;
  const text = JSON.stringify(document, function (name, value) {
    const given = this[name];
    if (typeof given === "number" ? !Number.isFinite(given) : typeof given === "bigint") isJSON = false;
    if (typeof given === "object" && given !== null) {
      const isPlain = Array.isArray(given) || Object.getPrototypeOf(given) === Object.prototype;
      if (seen.has(given) || !isPlain) isJSON = false;
      seen.add(given);
    }
    return isJSON ? value : undefined;
  });
  if (isJSON) {
    const json = new TextEncoder().encode(text);
    parentPort.postMessage({ json }, [json.buffer]);
  } else parentPort.postMessage({ document });
} catch (error) {
  // A bundler has put a helper into the function, so it cannot run here. The text itself is fine.
  if (/ is not defined$/.test(error?.message)) throw error;
  parentPort.postMessage({ problem: String(error?.message ?? error) });
}`;

/** Starts a worker that parses `text` and posts the result; `undefined` if there are no workers like Node's. */
export function startYAMLWorker(text: string, most: number): YAMLWorker | undefined {
  try {
    const threads = builtinModule("node:worker_threads") as WorkerThreads | undefined;
    const yaml = (builtinModule("node:module") as ModuleLoader | undefined)
      ?.createRequire(import.meta.url)
      .resolve("yaml");
    // Without this thread's loaders and inspector.
    return threads && new threads.Worker(workerCode(), { eval: true, execArgv: [], workerData: { text, yaml, most } });
  } catch {
    // Workers are not permitted, or a bundle contains the parser.
    return undefined;
  }
}
