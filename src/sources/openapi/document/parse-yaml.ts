import { MOST_VALUES } from "../../../shared/json/json-limits.ts";
import { readJSON } from "../../../shared/json/read-json.ts";
import { readYAMLTokens } from "../../../shared/json/yaml-tokens.ts";
import { applyMergeKeys } from "./merge-keys.ts";
import { parseYAMLText, startYAMLWorker } from "./yaml-worker.ts";
import type { YAMLWorker } from "./yaml-worker.ts";

type Outcome = { readonly json: Uint8Array } | { readonly document: unknown } | { readonly problem: string };

/** Parsing this many characters, however dense, takes little longer than starting a thread. */
const MAX_LENGTH_HERE = 32 * 1024;

export interface YAMLOptions {
  /** How many values it may hold; a mapping or list counts as 8. */
  readonly most?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Parses YAML. A large text is parsed in its own thread, because parsing blocks everything else. */
export async function parseYAML(text: string, { most = MOST_VALUES, signal }: YAMLOptions = {}): Promise<unknown> {
  const worker = text.length > MAX_LENGTH_HERE ? startYAMLWorker(text, most) : undefined;
  const document = worker === undefined ? await parseHere(text) : await parseThere(worker, text, signal);
  // The parser could merge them too, but sets no limit to what they copy.
  if (text.includes("<<")) applyMergeKeys(document);
  return document;
}

/** Loads the parser only when it is needed. */
async function parseHere(text: string): Promise<unknown> {
  return parseYAMLText(await import("yaml"), text, readYAMLTokens);
}

async function parseThere(worker: YAMLWorker, text: string, signal: AbortSignal | undefined): Promise<unknown> {
  const terminate = (): void => void worker.terminate();
  signal?.addEventListener("abort", terminate);
  try {
    const outcome = await new Promise<Outcome | undefined>((resolve) => {
      worker.once("message", (message) => resolve(message as Outcome));
      // A text that exhausts the memory of a worker must not be tried in this thread, where it would end the process.
      worker.once("error", ({ code, message }) =>
        resolve(code === "ERR_WORKER_OUT_OF_MEMORY" ? { problem: message } : undefined),
      );
      worker.once("exit", () => resolve(undefined));
    });
    signal?.throwIfAborted();
    // The worker failed without an answer.
    if (outcome === undefined) return await parseHere(text);
    if ("problem" in outcome) throw new SyntaxError(outcome.problem);
    if ("document" in outcome) return outcome.document;
    return await readJSON(outcome.json, { most: Infinity, parse: JSON.parse });
  } finally {
    signal?.removeEventListener("abort", terminate);
    await worker.terminate();
  }
}
