/**
 * Writes the published declarations: one file for each entry, and a few for what entries share (ADR 49). Each
 * declaration stays as written, with its comments. A name changes only if one file would contain it twice.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { Linker } from "./link-modules.ts";
import type { DeclaredEntity, Entity, Found, NamespaceEntity } from "./link-modules.ts";
import { chooseNames } from "./choose-names.ts";
import { printEntity, printExports } from "./print-entity.ts";

export interface DeclarationBundle {
  /** The declarations of the source, as tsc emits them. */
  readonly from: string;
  readonly to: string;
  /** The names of the entries. */
  readonly entries: readonly string[];
  /** The files of packages whose declarations become part of ours, by name; all other packages stay imports. */
  readonly packages: ReadonlyMap<string, string>;
}

/** One file of the bundle. */
interface Chunk {
  readonly path: string;
  /** Exports that other files need. */
  readonly isShared: boolean;
  readonly comment: string;
  readonly entities: Array<DeclaredEntity | NamespaceEntity>;
  /** Its exports, by their public names. */
  readonly exports: Map<string, Found>;
}

export async function bundleDeclarations({ from, to, entries, packages }: DeclarationBundle): Promise<void> {
  const linker = new Linker(packages);
  const chunks = new Map<string, Chunk>();
  const users = new Map<Entity, Set<string>>();
  for (const name of entries.toSorted()) {
    const module = await linker.load(join(from, "entries", `${name}.d.ts`));
    const exports = new Map(linker.exportsOf(module));
    chunks.set(name, { path: `${name}.d.ts`, isShared: false, comment: module.comment, entities: [], exports });
    for (const { entity } of exports.values()) use(entity, name);
  }
  const chunkOf = new Map<Entity, Chunk>();
  for (const [entity, by] of users) {
    if (entity.kind === "external") continue;
    const chunk = chunkFor(entity, by);
    chunk.entities.push(entity);
    chunkOf.set(entity, chunk);
  }
  const visibleIn = new Map<Entity, Set<Chunk>>([...users.keys()].map((entity) => [entity, new Set()]));
  for (const chunk of chunks.values()) {
    for (const entity of [...chunk.entities, ...importsOf(chunk)]) visibleIn.get(entity)?.add(chunk);
  }
  const nameOf = chooseNames(visibleIn, linker);
  for (const [entity, files] of visibleIn) {
    const home = chunkOf.get(entity);
    if (files.size > 1 && home?.isShared) home.exports.set(nameOf(entity), { entity, isType: false });
  }
  for (const chunk of chunks.values()) {
    const path = join(to, chunk.path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, print(chunk));
  }

  function use(entity: Entity, by: string): void {
    const known = users.get(entity) ?? new Set();
    users.set(entity, known);
    if (known.has(by)) return;
    known.add(by);
    for (const needed of linker.needsOf(entity)) use(needed, by);
  }

  /** A package has one file, and so do declarations that the same entries need. */
  function chunkFor(entity: DeclaredEntity | NamespaceEntity, by: ReadonlySet<string>): Chunk {
    const ofPackage = [...packages].find(([, file]) => entity.module.file.startsWith(`${dirname(file)}/`))?.[0];
    const key = ofPackage === undefined ? [...by].join(" ") : `package ${ofPackage}`;
    const known = chunks.get(key);
    if (known !== undefined) return known;
    const name = ofPackage ?? basename(entity.module.file, ".d.ts");
    const path = `shared/${name}.d.ts`;
    const isTaken = [...chunks.values()].some((chunk) => chunk.path === path);
    const chunk = {
      path: isTaken ? `shared/${name}-${chunks.size}.d.ts` : path,
      isShared: true,
      comment: "",
      entities: [],
      exports: new Map(),
    };
    chunks.set(key, chunk);
    return chunk;
  }

  function importsOf(chunk: Chunk): Set<Entity> {
    const needed = [
      ...chunk.entities.flatMap((entity) => linker.needsOf(entity)),
      ...[...chunk.exports.values()].map(({ entity }) => entity),
    ];
    return new Set(needed.filter((entity) => chunkOf.get(entity) !== chunk));
  }

  function print(chunk: Chunk): string {
    const declared = linker.sort(chunk.entities).map((entity) => printEntity(entity, linker, nameOf));
    const exported = printExports(chunk.exports, nameOf);
    const parts = [chunk.comment, printImports(chunk), ...declared, exported];
    return `${parts.filter((part) => part !== "").join("\n")}\n`;
  }

  function printImports(chunk: Chunk): string {
    const named = new Map<string, string[]>();
    const lines: string[] = [];
    for (const entity of importsOf(chunk)) {
      const name = nameOf(entity);
      if (entity.kind === "external" && entity.imported === "*") {
        lines.push(`import * as ${name} from "${entity.from}";`);
        continue;
      }
      const imported = entity.kind === "external" ? entity.imported : name;
      const source = entity.kind === "external" ? entity.from : specifier(chunk, chunkOf.get(entity));
      const names = named.get(source) ?? [];
      names.push(imported === name ? name : `${imported} as ${name}`);
      named.set(source, names);
    }
    for (const [source, names] of named) lines.push(`import { ${names.toSorted().join(", ")} } from "${source}";`);
    return lines.toSorted().join("\n");
  }
}

function specifier(from: Chunk, to: Chunk | undefined): string {
  if (to === undefined) throw new Error("an entity is in no file");
  const path = relative(dirname(from.path), to.path).replace(/\.d\.ts$/, ".js");
  return path.startsWith(".") ? path : `./${path}`;
}
