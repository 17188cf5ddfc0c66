/** Which file of `dist` a module goes into, where the bundler's own way would make too many. */
import { relative, sep } from "node:path";
import type { ChunkingContext } from "rolldown";
import { root } from "./run-command.ts";

const mainEntry = `${root}src/entries/index.ts`;
/** These two are to stay small: they get nothing that they do not import. */
const clientEntry = `${root}src/entries/client.ts`;
const command = `${root}src/cli/bin.ts`;
/** The command that people and scripts run most, and where it runs an operation itself. */
const callCommand = `${root}src/cli/commands/call.ts`;
const localCalls = `${root}src/cli/backend/local-backend.ts`;
const hubEntry = `${root}src/entries/hub.ts`;

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
  /** What the command imports before it knows what it is to do, what a call imports, and a call without a hub. */
  readonly start: Modules;
  readonly call: Modules;
  readonly local: Modules;
  readonly hub: Modules;
}

/** The name of the chunk; null leaves the module to the bundler. */
export function chunkOfModule(): (id: string, context: ChunkingContext) => string | null {
  let known: Closures | undefined;
  return (id, context) => {
    known ??= findClosures(context);
    const { main, light, client, usedLater } = known;
    if (!main.has(id)) return chunkOfCommand(id, known);
    // Not in the lowest layer: the client would load all of that for what it uses later.
    if (light.has(id)) return client.has(id) ? "client" : "light";
    const layer = layers[roomOf(id)];
    // Bundlers split by file: a page would get all of `sources` for the sake of what a later import shares with it.
    return layer === "sources" && usedLater.has(id) ? "sources-shared" : (layer ?? null);
  };
}

/**
 * The files of a call by the command. It starts anew for each call, and left alone, its modules are in 40 files of a
 * kilobyte or two, because each is shared with other commands.
 */
function chunkOfCommand(id: string, { start, call, local, hub }: Closures): string | null {
  const room = roomOf(id);
  if (room === "cli") {
    if (id === command) return null;
    if (start.has(id)) return "command";
    if (call.has(id)) return "command-call";
    return local.has(id) ? "command-local" : null;
  }
  // Nothing of other rooms, which other entries use too: they would load the hub for it.
  return room === "hub" && hub.has(id) ? "hub" : null;
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
    start: closure([command], context),
    call: closure([callCommand], context),
    local: closure([localCalls], context),
    hub: closure([hubEntry], context),
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
