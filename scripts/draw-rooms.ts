/** Draws the rooms of house/rooms.json into AGENTS.md, between its two marks. Run by `npm run docs`. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

interface DrawnRoom {
  readonly path: string;
  readonly about: string;
}

interface Folder {
  about: string | undefined;
  readonly folders: Map<string, Folder>;
}

const COLUMN = 22;
const MARKS = ["<!-- rooms: made by `npm run docs` from house/rooms.json -->", "<!-- end of rooms -->"] as const;

/** The tree of folders, in the order of the table, each with its purpose. */
export function drawRooms(rooms: readonly DrawnRoom[]): string {
  const top: Folder = { about: undefined, folders: new Map() };
  for (const { path, about } of rooms) {
    let folder = top;
    for (const name of path.split("/")) {
      const inside = folder.folders.get(name) ?? { about: undefined, folders: new Map() };
      folder.folders.set(name, inside);
      folder = inside;
    }
    folder.about = about;
  }
  return ["```", ...drawFolders(top, ""), "```"].join("\n");
}

function drawFolders({ folders }: Folder, indent: string): string[] {
  return [...folders].flatMap(([name, folder]) => {
    const label = `${indent}${name}/`;
    const line = folder.about === undefined ? label : `${label.padEnd(COLUMN)} ${folder.about}`;
    return [line, ...drawFolders(folder, `${indent}  `)];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const agents = new URL("../AGENTS.md", import.meta.url);
  const { rooms } = JSON.parse(readFileSync(new URL("../house/rooms.json", import.meta.url), "utf8")) as {
    rooms: DrawnRoom[];
  };
  const text = readFileSync(agents, "utf8");
  const [before, rest = ""] = text.split(MARKS[0]);
  const [, after] = rest.split(MARKS[1]);
  if (after === undefined) throw new Error("AGENTS.md lacks the marks around the tree of rooms.");
  writeFileSync(agents, `${before}${MARKS[0]}\n\n${drawRooms(rooms)}\n\n${MARKS[1]}${after}`);
}
