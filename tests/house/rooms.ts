/** The table of rooms, as house/rooms.json has it. */
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Room {
  path: string;
  about: string;
  /** Rooms, `@group`s, or `*` for all rooms above. */
  imports: string[];
  /** Rooms whose types it may import, and nothing else. */
  types?: string[];
  packages?: string[];
}

interface RoomTable {
  groups: Record<string, string[]>;
  /** Packages that every room may import. */
  packages: string[];
  /** In the order of a call: a room imports only rooms that come before it. */
  rooms: Room[];
}

export const table = JSON.parse(readFileSync(join(root, "house/rooms.json"), "utf8")) as RoomTable;

/** The rooms that `room` may import. */
export function importsOf(room: Room): Set<string> {
  const above = table.rooms.slice(0, table.rooms.indexOf(room)).map(({ path }) => path);
  const names = room.imports.flatMap((name) => (name === "*" ? above : (table.groups[name.slice(1)] ?? [name])));
  return new Set(names);
}

const TEST_FILE = /\.(test|test-d|test-support)\.tsx?$/;

/** The published files, relative to the root: TypeScript without tests. */
export function sourceFiles(): string[] {
  return ["src", "explorer/src"].flatMap((tree) =>
    readdirSync(join(root, tree), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !TEST_FILE.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
}

/** How many source files each folder has. */
export function filesPerFolder(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of sourceFiles()) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return counts;
}
