/** Prints what the bundle declares: the text of the source, with the names of the bundle. */
import type { DeclaredEntity, Entity, Found, Linker, NamespaceEntity } from "./link-modules.ts";

type NameOf = (entity: Entity) => string;

export function printEntity(entity: DeclaredEntity | NamespaceEntity, linker: Linker, nameOf: NameOf): string {
  if (entity.kind === "declared") return printDeclaration(entity, linker, nameOf);
  return `declare namespace ${nameOf(entity)} {\n  ${printExports(linker.exportsOf(entity.module), nameOf)}\n}`;
}

function printDeclaration(entity: DeclaredEntity, linker: Linker, nameOf: NameOf): string {
  const { module, declarations } = entity;
  const name = nameOf(entity);
  return declarations
    .map(({ comment, start, end, references }) => {
      const edits: Edit[] = references.flatMap((reference) => {
        const linked = linker.link(module, reference);
        if (linked === undefined) return [];
        const first = reference.imported?.start ?? reference.names[0]?.start ?? start;
        const last = reference.names[linked.names - 1]?.end ?? reference.imported?.end ?? end;
        const text = nameOf(linked.entity);
        if (module.text.slice(first, last) === text) return [];
        if (reference.isHidden(text)) throw new Error(`${module.file}: ${text} is another thing inside ${entity.name}`);
        return [{ start: first, end: last, text }];
      });
      if (name !== entity.name) edits.push(renaming(module.text, start, entity.name, name));
      const code = edited(module.text, { start, end }, edits);
      return comment === "" ? code : `${comment}\n${code}`;
    })
    .join("\n");
}

/** What a file or a namespace exports. */
export function printExports(exports: ReadonlyMap<string, Found>, nameOf: NameOf): string {
  const names = [...exports].map(([name, { entity, isType }]) => {
    const inside = nameOf(entity);
    const modifier = isType && entity.meanings.includes("value") ? "type " : "";
    return `${modifier}${inside === name ? name : `${inside} as ${name}`}`;
  });
  return `export { ${names.toSorted().join(", ")} };`;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The name of a declaration follows its keywords. */
function renaming(text: string, from: number, name: string, to: string): Edit {
  const start = text.indexOf(` ${name}`, from) + 1;
  return { start, end: start + name.length, text: to };
}

function edited(text: string, { start, end }: Omit<Edit, "text">, edits: readonly Edit[]): string {
  let printed = "";
  let at = start;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    printed += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return printed + text.slice(at, end);
}
