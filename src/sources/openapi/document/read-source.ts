/** Gets the text of documents: from files and from the web. */
import { CallError, messageOf } from "../../../errors/call-error.ts";
import { Cancellation } from "../../../shared/cancellation.ts";
import { shownLocation } from "./document-references.ts";
import type { FetchLike, HTTPServiceConfig } from "../options/http-service-config.ts";
import type { ImportOptions } from "../options/import-options.ts";
import { nodeFiles } from "./node-files.ts";
import { tooLong } from "./parse-document.ts";

/** Of the document itself, when the config sets no `timeout`. */
const DEFAULT_TIMEOUT_MS = 30_000;

export interface FetchTextOptions {
  readonly fetch: FetchLike;
  readonly timeout: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
  /** A redirect could lead out of the base that references may not leave. */
  readonly redirect: "follow" | "error";
}

export function fetchOptions(
  config: HTTPServiceConfig & ImportOptions,
  maxBytes: number,
): Omit<FetchTextOptions, "redirect"> {
  const fetch: FetchLike = config.fetch ?? ((url, init) => globalThis.fetch(url, init));
  return { fetch, timeout: config.timeout ?? DEFAULT_TIMEOUT_MS, maxBytes, signal: config.signal };
}

/** No credentials are sent: the document may live elsewhere than the API. */
export async function fetchText(url: string, options: FetchTextOptions): Promise<{ text: string; url: string }> {
  const { fetch, timeout, redirect, maxBytes } = options;
  const cancellation = new Cancellation();
  if (options.signal !== undefined) cancellation.followSignal(options.signal);
  cancellation.followDeadline(Date.now() + timeout);
  try {
    const { signal } = cancellation;
    const headers = { accept: "application/json, application/yaml;q=0.9, */*;q=0.5" };
    const response = await fetch(url, { redirect, signal, headers });
    if (!response.ok) throw new Error(`the server answered ${String(response.status)}`);
    return { text: await readText(response, url, maxBytes), url: response.url === "" ? url : response.url };
  } catch (thrown) {
    const { reason } = cancellation;
    if (reason === undefined && thrown instanceof CallError) throw thrown;
    const cause = reason ?? thrown;
    const message = `The document at ${shownLocation(url)} can't be fetched: ${messageOf(cause).replaceAll(url, "it")}`;
    throw new CallError(reason?.code ?? "EXECUTION_ERROR", message, undefined, { cause });
  } finally {
    cancellation.release();
  }
}

async function readText(response: Response, url: string, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  // Leaving the loop by the error cancels the rest of the answer.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLong(shownLocation(url), maxBytes);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Reads a file that must lie in `folder`, wherever links lead. */
export async function readFileWithin(fileUrl: string, folder: string): Promise<string> {
  const { fs, path, url } = nodeFiles();
  const file = await fs.realpath(url.fileURLToPath(fileUrl));
  const root = await fs.realpath(url.fileURLToPath(folder));
  if (!file.startsWith(root.endsWith(path.sep) ? root : root + path.sep))
    throw new Error("it is a link out of the base");
  return fs.readFile(file, "utf8");
}
