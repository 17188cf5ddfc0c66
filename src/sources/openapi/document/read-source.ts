/** Reads the text of documents from files and from the web. */
import { CallError, messageOf } from "../../../errors/call-error.ts";
import type { AddressReach } from "../../../shared/connections/address-reach.ts";
import { connectionProblem } from "../../../shared/connections/connection-failure.ts";
import { builtinModule } from "../../../shared/builtin-module.ts";
import { Cancellation } from "../../../shared/time/cancellation.ts";
import { readBeginning } from "../../../shared/read-beginning.ts";
import { shownLocation } from "./document-references.ts";
import type { HTTPServiceConfig } from "../options/http-service-config.ts";
import type { ImportOptions } from "../options/import-options.ts";
import { largestText, tooLong } from "./parse-document.ts";

/** For the document itself, if the config sets no `timeout`. */
const DEFAULT_TIMEOUT_MS = 30_000;

export interface FetchedText {
  readonly text: string;
  /** Where it was found, after redirects. */
  readonly url: string;
  /** How close the server that sent it is. */
  readonly reach: AddressReach;
}

/**
 * The text at a URL. The request carries no credentials, because the document may not be on the same server as the API.
 * References are not `redirected`, because a redirect could lead out of their base.
 */
export async function fetchText(
  url: string,
  config: HTTPServiceConfig & ImportOptions,
  { redirected = true } = {},
): Promise<FetchedText> {
  const { timeout = DEFAULT_TIMEOUT_MS } = config;
  const cancellation = new Cancellation();
  if (config.signal !== undefined) cancellation.followSignal(config.signal);
  cancellation.followDeadline(performance.now() + timeout);
  try {
    const { signal } = cancellation;
    const headers = { accept: "application/json, application/yaml;q=0.9, */*;q=0.5" };
    // Loaded here, because most programs fetch no document.
    const { fetchWithin } = await import("./fetch-within.ts");
    const { response, reach, url: found } = await fetchWithin(url, { config, redirected, init: { signal, headers } });
    if (!response.ok) throw new Error(`the server answered ${String(response.status)}`);
    const limit = largestText(config.maxBytes);
    const { bytes, isComplete } = await readBeginning(response.body, limit);
    if (!isComplete) throw tooLong(shownLocation(url), limit);
    const text = new TextDecoder().decode(bytes);
    if (/^\s*</.test(text)) throw new Error("it is a web page, or XML; give the address of the JSON or YAML itself");
    return { text, url: found, reach };
  } catch (thrown) {
    const { reason } = cancellation;
    if (reason === undefined && thrown instanceof CallError) throw thrown;
    const cause = reason ?? thrown;
    const message = `The document at ${shownLocation(url)} cannot be fetched: ${connectionProblem(cause) ?? messageOf(cause).replaceAll(url, "it")}`;
    throw new CallError(reason?.code ?? "EXECUTION_ERROR", message, undefined, { cause });
  } finally {
    cancellation.release();
  }
}

/** Reads a file that must lie in `folder`, after links are resolved. */
export async function readFileWithin(fileUrl: string, folder: string): Promise<string> {
  const { fs, path, url } = nodeFiles();
  const file = await fs.realpath(url.fileURLToPath(fileUrl));
  const root = await fs.realpath(url.fileURLToPath(folder));
  if (!file.startsWith(root.endsWith(path.sep) ? root : root + path.sep))
    throw new Error("it is a link out of the base");
  return fs.readFile(file, "utf8");
}

/** The parts of Node's modules that are used here. */
interface NodeFiles {
  readonly fs: {
    readFile(path: string, encoding: "utf8"): Promise<string>;
    realpath(path: string): Promise<string>;
  };
  readonly path: { readonly sep: string };
  readonly url: { pathToFileURL(path: string): URL; fileURLToPath(url: string): string };
}

export function nodeFiles(): NodeFiles {
  const fs = builtinModule("node:fs/promises") as NodeFiles["fs"] | undefined;
  const path = builtinModule("node:path") as NodeFiles["path"] | undefined;
  const url = builtinModule("node:url") as NodeFiles["url"] | undefined;
  if (fs === undefined || path === undefined || url === undefined) {
    throw new TypeError("There is no file system here. Pass one as the third argument.");
  }
  return { fs, path, url };
}
