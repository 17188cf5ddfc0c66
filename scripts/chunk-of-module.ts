/** Which file of `dist` a module goes into, where the bundler's own way would make too many. */
import { relative, sep } from "node:path";
import type { ChunkingContext } from "rolldown";
import { root } from "./run-command.ts";

const source = (path: string): string => `${root}src/${path}`;
const mainEntry = source("entries/index.ts");
/** These two are to stay small: they get nothing that they do not import. */
const clientEntry = source("entries/client.ts");
const command = source("cli/bin.ts");
const hubEntry = source("entries/hub.ts");
/** The command that people and scripts run most, and where it runs an operation itself. */
const callCommand = [source("cli/commands/call.ts"), source("cli/backend/open-local.ts")];
/** What such a call needs of the hub. */
const configAndSources = [source("hub/config/load-config.ts"), source("hub/sources/open-sources.ts")];
/** Reads a config in JSON, with the positions of its parts. */
const configInJSON = [source("hub/config/text/json-text.ts")];

/** The chunk that holds nothing but the engine's package. */
export const ENGINE_PACKAGE = "typebox";

/**
 * The layers of the main entry, lowest first. Each is one file that imports only lower ones. Left alone, a bundler makes
 * a file for each set of entries that share a module: 57 for the main entry. Node takes a millisecond for each.
 */
const layers: Readonly<Record<string, string>> = {
  typebox: ENGINE_PACKAGE,
  shared: "core",
  errors: "core",
  schema: "core",
  envelope: "core",
  operation: "core",
  registry: "core",
  protocol: "main",
  sources: "main",
  // The main entry itself has no code. Alone, it would be one more file.
  entries: "main",
};

/** The rooms that nothing imports but the hub and the command. Others would load the hub for what they need of them. */
const hubRooms: ReadonlySet<string> = new Set(["hub", "lock"]);

type Modules = ReadonlySet<string>;

interface Closures {
  readonly main: Modules;
  readonly light: Modules;
  /** What the client imports at once. */
  readonly client: Modules;
  /** What the main entry, too, loads when it is first used. */
  readonly usedLater: Modules;
  /** What the command imports before it knows what it is to do, and what a call imports. */
  readonly start: Modules;
  readonly call: Modules;
  readonly opened: Modules;
  readonly inJSON: Modules;
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
    const room = roomOf(id);
    // Bundlers split by file: a page would get all of `sources` for the sake of what a later import shares with it.
    return room === "sources" && usedLater.has(id) ? "sources-shared" : (layers[room] ?? null);
  };
}

/**
 * The files of a call by the command. It starts anew for each call, and left alone, its modules are in 40 files of a
 * kilobyte or two, because each is shared with other commands or entries.
 */
function chunkOfCommand(id: string, { light, start, call, opened, inJSON, hub }: Closures): string | null {
  const room = roomOf(id);
  if (room === "cli") {
    if (id === command) return null;
    if (start.has(id)) return "command";
    return call.has(id) ? "command-call" : null;
  }
  if (light.has(id)) return null;
  if (opened.has(id)) return hubRooms.has(room) ? "hub-sources" : "hub-shared";
  if (call.has(id)) return "hub-shared";
  if (inJSON.has(id)) return "config-json";
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
    call: closure(callCommand, context, { throughEntries: false }),
    opened: closure(configAndSources, context),
    inJSON: closure(configInJSON, context),
    hub: closure([hubEntry], context),
  };
}

interface ClosureOptions {
  /** Whether to follow `import()`. Default: false. */
  readonly later?: boolean;
  /** Whether to follow what an entry re-exports, used or not. Default: true. */
  readonly throughEntries?: boolean;
}

/** All modules that these import, directly or not. */
function closure(
  ids: readonly string[],
  context: ChunkingContext,
  { later = false, throughEntries = true }: ClosureOptions = {},
): Modules {
  const found = new Set(ids);
  // A loop over a set also visits what the loop adds.
  for (const id of found) {
    if (!throughEntries && roomOf(id) === "entries") continue;
    const info = context.getModuleInfo(id);
    for (const imported of info?.importedIds ?? []) found.add(imported);
    if (later) for (const imported of info?.dynamicallyImportedIds ?? []) found.add(imported);
  }
  return found;
}
