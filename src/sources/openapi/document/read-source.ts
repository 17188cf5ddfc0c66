/** Reads the text of documents from files and from the web. */
import { CallError, messageOf } from "../../../errors/call-error.ts";
import { Cancellation } from "../../../shared/cancellation.ts";
import { shownLocation } from "./document-references.ts";
import type { HTTPServiceConfig } from "../options/http-service-config.ts";
import type { ImportOptions } from "../options/import-options.ts";
import { largestText, tooLong } from "./parse-document.ts";

/** For the document itself, when the config sets no `timeout`. */
const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * The text at a URL, and the URL after redirects. It sends no credentials, because the document may not be on the same
 * server as the API. References use `error`, because a redirect could lead out of their base.
 */
export async function fetchText(
  url: string,
  config: HTTPServiceConfig & ImportOptions,
  redirect: "follow" | "error",
): Promise<{ text: string; url: string }> {
  const { fetch = globalThis.fetch, timeout = DEFAULT_TIMEOUT_MS } = config;
  const cancellation = new Cancellation();
  if (config.signal !== undefined) cancellation.followSignal(config.signal);
  cancellation.followTimeout(timeout);
  try {
    const { signal } = cancellation;
    const headers = { accept: "application/json, application/yaml;q=0.9, */*;q=0.5" };
    const response = await fetch(url, { redirect, signal, headers });
    if (!response.ok) throw new Error(`the server answered ${String(response.status)}`);
    return {
      text: await readText(response, url, largestText(config.maxBytes)),
      url: response.url === "" ? url : response.url,
    };
  } catch (thrown) {
    const { reason } = cancellation;
    if (reason === undefined && thrown instanceof CallError) throw thrown;
    const cause = reason ?? thrown;
    const message = `The document at ${shownLocation(url)} cannot be fetched: ${messageOf(cause).replaceAll(url, "it")}`;
    throw new CallError(reason?.code ?? "EXECUTION_ERROR", message, undefined, { cause });
  } finally {
    cancellation.release();
  }
}

async function readText(response: Response, url: string, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  // An error that leaves the loop cancels the rest of the response.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLong(shownLocation(url), maxBytes);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
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

/** The parts of Node's own modules that are used. Bun and Deno have them too. */
interface NodeFiles {
  readonly fs: {
    readFile(path: string, encoding: "utf8"): Promise<string>;
    realpath(path: string): Promise<string>;
  };
  readonly path: { readonly sep: string };
  readonly url: { pathToFileURL(path: string): URL; fileURLToPath(url: string): string };
}

interface NodeProcess {
  getBuiltinModule(name: "node:fs/promises"): NodeFiles["fs"];
  getBuiltinModule(name: "node:path"): NodeFiles["path"];
  getBuiltinModule(name: "node:url"): NodeFiles["url"];
}

/** Looks the modules up by name at run time, so that a bundle for browsers contains none of them. */
export function nodeFiles(): NodeFiles {
  const { process } = globalThis as { process?: Partial<NodeProcess> };
  if (typeof process?.getBuiltinModule !== "function") {
    throw new TypeError("There is no file system here. Pass one as the third argument.");
  }
  const node = process as NodeProcess;
  return {
    fs: node.getBuiltinModule("node:fs/promises"),
    path: node.getBuiltinModule("node:path"),
    url: node.getBuiltinModule("node:url"),
  };
}
