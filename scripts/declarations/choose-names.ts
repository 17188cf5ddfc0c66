/** Chooses the names of entities in the bundle: one for each, the same in all files. */
import type { Meaning } from "./find-references.ts";
import type { Entity, Linker } from "./link-modules.ts";

/** The first of several entities with the same name in one file keeps it. The others get a number. */
export function chooseNames(
  files: ReadonlyMap<Entity, ReadonlySet<unknown>>,
  linker: Linker,
): (entity: Entity) => string {
  const globals = globalNames([...files.keys()], linker);
  const names = new Map<Entity, string>();
  const taken = new Map<unknown, Set<string>>();
  for (const [entity, visibleIn] of files) {
    const isFree = (name: string): boolean =>
      ![...visibleIn].some((file) => taken.get(file)?.has(name)) &&
      !entity.meanings.some((meaning) => globals.has(`${meaning} ${name}`));
    let name = entity.name;
    for (let number = 2; !isFree(name); number++) name = `${entity.name}_${number}`;
    for (const file of visibleIn) taken.set(file, (taken.get(file) ?? new Set()).add(name));
    names.set(entity, name);
  }
  return (entity) => {
    const name = names.get(entity);
    if (name === undefined) throw new Error(`${entity.name} has no name in the bundle`);
    return name;
  };
}

/**
 * The names that the declarations take from the language and its library, with their meanings. No declaration may hide
 * them.
 */
function globalNames(entities: readonly Entity[], linker: Linker): ReadonlySet<`${Meaning} ${string}`> {
  const found = new Set<`${Meaning} ${string}`>();
  for (const entity of entities) {
    if (entity.kind !== "declared") continue;
    for (const reference of entity.declarations.flatMap((declaration) => declaration.references)) {
      const [first] = reference.names;
      if (first === undefined || reference.imported !== undefined) continue;
      if (linker.link(entity.module, reference) === undefined) found.add(`${reference.meaning} ${first.text}`);
    }
  }
  return found;
}
