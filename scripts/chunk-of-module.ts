/** Which file of `dist` a module goes into, where the bundler's own way would make too many. */
import { relative, sep } from "node:path";
import type { ChunkingContext } from "rolldown";
import { root } from "./run-command.ts";

const mainEntry = `${root}src/entries/index.ts`;
/** These two are to stay small: they get nothing that they do not import. */
const clientEntry = `${root}src/entries/client.ts`;
const command = `${root}src/cli/bin.ts`;

/** The chunk that holds nothing but the engine's package. */
export const ENGINE_PACKAGE = "typebox";

/**
 * The layers of the main entry, lowest first. Each is one file that imports only lower ones. Left alone, a bundler makes
 * a file for each set of entries that share a module: 57 for the main entry, which took Node twice as long to import.
 */
const layers: Readonly<Record<string, string>> = {
  typebox: ENGINE_PACKAGE,
  shared: "base",
  errors: "base",
  schema: "engine",
  envelope: "registry",
  operation: "registry",
  registry: "registry",
  protocol: "protocol",
  sources: "sources",
  // The main entry itself has no code. Alone, it would be one more file.
  entries: "sources",
};

type Modules = ReadonlySet<string>;

interface Closures {
  readonly main: Modules;
  readonly light: Modules;
  /** What the client imports at once. */
  readonly client: Modules;
  /** What the main entry, too, loads when it is first used. */
  readonly usedLater: Modules;
}

/** The name of the chunk; null leaves the module to the bundler. */
export function chunkOfModule(): (id: string, context: ChunkingContext) => string | null {
  let known: Closures | undefined;
  return (id, context) => {
    known ??= findClosures(context);
    const { main, light, client, usedLater } = known;
    if (!main.has(id)) return null;
    // Not in the lowest layer: the client would load all of that for what it uses later.
    if (light.has(id)) return client.has(id) ? "client" : "light";
    const layer = layers[roomOf(id)];
    // Bundlers split by file: a page would get all of `sources` for the sake of what a later import shares with it.
    return layer === "sources" && usedLater.has(id) ? "sources-shared" : (layer ?? null);
  };
}

/** The engine's package is a layer of its own. Other packages are small. */
function roomOf(id: string): string {
  if (id.includes(`${sep}node_modules${sep}`)) return id.includes(`${sep}typebox${sep}`) ? "typebox" : "shared";
  return relative(`${root}/src`, id).split(sep)[0] ?? "";
}

function findClosures(context: ChunkingContext): Closures {
  const mainWithLater = closure([mainEntry], context, { later: true });
  const targets = [...mainWithLater].flatMap((id) => context.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  return {
    main: closure([mainEntry], context),
    light: new Set([...closure([clientEntry], context, { later: true }), ...closure([command], context)]),
    client: closure([clientEntry], context),
    usedLater: closure(targets, context),
  };
}

/** All modules that these import, directly or not. */
function closure(ids: readonly string[], context: ChunkingContext, { later = false } = {}): Modules {
  const found = new Set(ids);
  // A loop over a set also visits what the loop adds.
  for (const id of found) {
    const info = context.getModuleInfo(id);
    for (const imported of info?.importedIds ?? []) found.add(imported);
    if (later) for (const imported of info?.dynamicallyImportedIds ?? []) found.add(imported);
  }
  return found;
}
