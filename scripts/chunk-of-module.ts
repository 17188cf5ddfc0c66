/** Decides which file of `dist` a module goes into, where the bundler's default would make too many. */
import { relative, sep } from "node:path";
import type { ChunkingContext } from "rolldown";
import { root } from "./run-command.ts";

const source = (path: string): string => `${root}src/${path}`;
const mainEntry = source("entries/index.ts");
/** The part of the main entry that registers and calls. */
const registryFiles = [
  source("registry/operation-registry.ts"),
  source("registry/subscribe.ts"),
  source("operation/define-operation.ts"),
];
/** These two entries must stay small: they contain only what they import. */
const clientEntry = source("entries/client.ts");
const command = source("cli/bin.ts");
const hubEntry = source("entries/hub.ts");
/** The command that people and scripts run most, and the code with which it runs an operation itself. */
const callCommand = [source("cli/commands/call.ts"), source("cli/backend/local/open-local.ts")];
/** The parts of the hub that such a call needs. */
const configAndSources = [source("hub/config/load-config.ts"), source("hub/sources/open-sources.ts")];
/** Reads a config in JSON, with the positions of its parts. */
const configInJSON = [source("hub/config/text/json-text.ts")];

/** The chunk that holds nothing but the engine's package. */
export const ENGINE_PACKAGE = "typebox";

/**
 * The layers of the main entry above the engine, lowest first. Each is one file that imports only lower ones. By
 * default, the bundler makes a file for each set of entries that share a module: 57 for the main entry. Node takes a
 * millisecond for each.
 */
const layers: Readonly<Record<string, string>> = {
  shared: "core",
  errors: "core",
  schema: "core",
  envelope: "core",
  operation: "core",
  registry: "core",
  protocol: "main",
  sources: "main",
  // The main entry itself has no code. On its own, it would be one more file.
  entries: "main",
};

/**
 * The rooms that only the hub and the command import. Otherwise, entries would load the hub for what they need of them.
 */
const hubRooms: ReadonlySet<string> = new Set(["hub", "lock"]);

type Modules = ReadonlySet<string>;

interface Closures {
  readonly main: Modules;
  readonly light: Modules;
  /** The modules that the client imports at once. */
  readonly client: Modules;
  /** The modules that a page with a registry needs. */
  readonly registry: Modules;
  /** The modules that the main entry also loads on first use. */
  readonly usedLater: Modules;
  /** The modules that the command imports before it knows its task, and those that a call imports. */
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
    const { main, light, client, registry, usedLater } = known;
    if (!main.has(id)) return chunkOfCommand(id, known);
    const room = roomOf(id);
    if (room === ENGINE_PACKAGE) return ENGINE_PACKAGE;
    // Bundlers split by file. `base` is what the client shares with a registry, and `client` is what it does not share:
    // a page with a registry does not load it, even if a later import needs it.
    if (registry.has(id)) return light.has(id) ? "base" : "core";
    // Two files: the client would load all of `light` at once for what it needs only later.
    if (light.has(id)) return client.has(id) ? "client" : "light";
    if (usedLater.has(id)) return "sources-shared";
    return importsClient(id, context, known) ? "main" : (layers[room] ?? null);
  };
}

/** Such a module cannot be in `core`: a page with a registry would load the client. */
function importsClient(id: string, context: ChunkingContext, { light, registry }: Closures): boolean {
  return [...closure([id], context)].some((each) => light.has(each) && !registry.has(each));
}

/**
 * The files of a call from the command line, which starts a new process each time. By default, its modules would be in
 * 40 files of a kilobyte or two, because each is shared with other commands or entries.
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
  if (inJSON.has(id)) return "hub-sources";
  // Excludes other rooms, which other entries use too: those entries would load the hub for them.
  return room === "hub" && hub.has(id) ? "hub" : null;
}

/** The engine's package is a separate layer. Other packages are small. */
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
    registry: closure(registryFiles, context),
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

/** All modules that these import, directly or indirectly. */
function closure(
  ids: readonly string[],
  context: ChunkingContext,
  { later = false, throughEntries = true }: ClosureOptions = {},
): Modules {
  const found = new Set(ids);
  // A loop over a set also visits values added during the loop.
  for (const id of found) {
    if (!throughEntries && roomOf(id) === "entries") continue;
    const info = context.getModuleInfo(id);
    for (const imported of info?.importedIds ?? []) found.add(imported);
    if (later) for (const imported of info?.dynamicallyImportedIds ?? []) found.add(imported);
  }
  return found;
}
