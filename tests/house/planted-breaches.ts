/** Plants imports between rooms in a copy of the house's folders, and runs the linter on them. */
import { execFile } from "node:child_process";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { localTool } from "../../scripts/run-command.ts";
import { root } from "./rooms.ts";

/** Every way in which one module can name another. */
export const FORMS: Record<string, (specifier: string, index: number) => string> = {
  import: (specifier, index) => `import { a as a${index} } from "${specifier}";`,
  "side effect": (specifier) => `import "${specifier}";`,
  "type import": (specifier, index) => `import type { A as A${index} } from "${specifier}";`,
  "inline type import": (specifier, index) => `import { type A as B${index} } from "${specifier}";`,
  "re-export": (specifier, index) => `export { a as b${index} } from "${specifier}";`,
  "type re-export": (specifier, index) => `export type { A as C${index} } from "${specifier}";`,
  "export of all": (specifier) => `export * from "${specifier}";`,
  "dynamic import": (specifier, index) => `export const c${index} = () => import("${specifier}");`,
  "dynamic import of a template": (specifier, index) => `export const d${index} = () => import(\`${specifier}\`);`,
  "type of a module": (specifier, index) => `export type D${index} = typeof import("${specifier}");`,
  "type in a module": (specifier, index) => `export type E${index} = import("${specifier}").A;`,
};

/** The forms that vanish when a file is compiled. */
export const TYPE_FORMS = new Set(["type import", "type re-export", "type of a module", "type in a module"]);

export interface Planted {
  /** The room that the import is planted in. */
  room: string;
  /** The module that it names: a path from the root, or a package. */
  target: string;
  form: string;
}

/** Plants all of these in `folder`, and returns those that the linter refuses. */
export async function refusedOf(folder: string, planted: readonly Planted[]): Promise<Set<Planted>> {
  await cp(join(root, "house"), join(folder, "house"), { recursive: true });
  const config = {
    jsPlugins: ["./house/lint-rooms.js"],
    rules: { "house/rooms": "error" },
    categories: { correctness: "off" },
  };
  await writeFile(join(folder, ".oxlintrc.json"), JSON.stringify(config));
  const byRoom = groupByRoom(planted);
  for (const [room, list] of byRoom) await plant(folder, room, list);
  const lines = await refusedLines(folder);
  const refused = [...byRoom].flatMap(([room, list]) =>
    list.filter((_, index) => lines.has(`${room}/planted.ts:${index + 1}`)),
  );
  return new Set(refused);
}

function groupByRoom(planted: readonly Planted[]): Map<string, Planted[]> {
  const byRoom = new Map<string, Planted[]>();
  for (const one of planted) byRoom.set(one.room, [...(byRoom.get(one.room) ?? []), one]);
  return byRoom;
}

/** One import per line, so that the line in a report identifies it. */
async function plant(folder: string, room: string, planted: readonly Planted[]): Promise<void> {
  const lines = planted.map(({ target, form }, index) => FORMS[form]?.(specifierFrom(room, target), index) ?? "");
  await mkdir(join(folder, room), { recursive: true });
  await writeFile(join(folder, room, "planted.ts"), `${lines.join("\n")}\n`);
}

function specifierFrom(room: string, target: string): string {
  if (!target.includes("/") || !/^(src|explorer)\//.test(target)) return target;
  const path = relative(room, dirname(target));
  return `${path.startsWith(".") ? path : `./${path}`}/${target.split("/").at(-1)}`.replace("//", "/");
}

async function refusedLines(folder: string): Promise<Set<string>> {
  const run = promisify(execFile)(localTool("oxlint"), ["-f", "unix"], { cwd: folder, maxBuffer: 1 << 28 });
  const { stdout } = await run.catch((failure: { stdout: string }) => failure);
  const reports = [...stdout.matchAll(/^(\S+?):(\d+):\d+: .*house\(rooms\)\]$/gm)];
  return new Set(reports.map(([, file, line]) => `${file}:${line}`));
}
