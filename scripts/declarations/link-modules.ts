/** Links modules of declarations: what each name refers to, and what each declaration needs. */
import { dirname, resolve } from "node:path";
import { readModule } from "./read-module.ts";
import type { Meaning, Reference } from "./find-references.ts";
import type { Declaration, DeclarationModule, Import } from "./read-module.ts";

/** What a name refers to. There is one object for each. */
export type Entity = DeclaredEntity | NamespaceEntity | ExternalEntity;

interface EntityBase {
  /** The name of its declaration, or of its first import. */
  readonly name: string;
  readonly meanings: readonly Meaning[];
}

export interface DeclaredEntity extends EntityBase {
  readonly kind: "declared";
  readonly module: DeclarationModule;
  readonly declarations: readonly Declaration[];
}

/** A module as a value: `import * as name`. */
export interface NamespaceEntity extends EntityBase {
  readonly kind: "namespace";
  readonly module: DeclarationModule;
}

/** From a package that stays an import. */
export interface ExternalEntity extends EntityBase {
  readonly kind: "external";
  readonly from: string;
  /** The name in that package; `*` means the whole package. */
  readonly imported: string;
}

export interface Found {
  readonly entity: Entity;
  readonly isType: boolean;
}

/** What a reference means, and how many of its names identify it. */
export interface Linked {
  readonly entity: Entity;
  readonly names: number;
}

const everyMeaning: readonly Meaning[] = ["type", "value", "namespace"];

export class Linker {
  /** The files of packages that are bundled, by the name that imports them. */
  readonly #packages: ReadonlyMap<string, string>;
  readonly #modules = new Map<string, DeclarationModule>();
  readonly #order = new Map<DeclarationModule, number>();
  readonly #exports = new Map<DeclarationModule, ReadonlyMap<string, Found>>();
  readonly #entities = new Map<string, Entity>();

  constructor(packages: ReadonlyMap<string, string>) {
    this.#packages = packages;
  }

  /** Reads a module and everything that it imports. */
  async load(file: string): Promise<DeclarationModule> {
    const known = this.#modules.get(file);
    if (known !== undefined) return known;
    const module = await readModule(file);
    this.#modules.set(file, module);
    for (const from of module.sources) {
      const path = this.#fileOf(module, from);
      if (path !== undefined) await this.load(path);
    }
    this.#order.set(module, this.#order.size);
    return module;
  }

  /** Sorts modules as they would run: each after its imports. */
  sort<TEntity extends DeclaredEntity | NamespaceEntity>(entities: readonly TEntity[]): TEntity[] {
    const start = (entity: TEntity): number => (entity.kind === "declared" ? (entity.declarations[0]?.start ?? 0) : 0);
    const order = (entity: TEntity): number => this.#order.get(entity.module) ?? 0;
    return entities.toSorted((a, b) => order(a) - order(b) || start(a) - start(b));
  }

  exportsOf(module: DeclarationModule): ReadonlyMap<string, Found> {
    const known = this.#exports.get(module) ?? this.#findExports(module);
    this.#exports.set(module, known);
    return known;
  }

  #findExports(module: DeclarationModule): ReadonlyMap<string, Found> {
    const found = new Map<string, Found>();
    for (const [name, { from, name: inside, isType }] of module.exports) {
      const entity =
        from === undefined ? this.#local(module, inside) : this.#imported(module, { from, name: inside, isType }, name);
      if (entity === undefined) throw new Error(`${module.file}: nothing is called ${inside}`);
      found.set(name, { entity: entity.entity, isType: isType || entity.isType });
    }
    for (const from of module.exportsAllOf) {
      const file = this.#fileOf(module, from);
      if (file === undefined) throw new Error(`${module.file}: cannot bundle all exports of ${from}`);
      for (const [name, each] of this.exportsOf(this.#module(file))) {
        if (name !== "default" && !found.has(name)) found.set(name, each);
      }
    }
    return found;
  }

  /** Undefined for names of the language, its library, or an `import("…")` of a package. */
  link(module: DeclarationModule, { names, imported }: Reference): Linked | undefined {
    let used = imported === undefined ? 1 : 0;
    let entity: Entity | undefined;
    if (imported === undefined) entity = this.#local(module, names[0]?.text ?? "")?.entity;
    else {
      const file = this.#fileOf(module, imported.from);
      if (file !== undefined) entity = this.#namespace(this.#module(file), "module");
    }
    while (entity?.kind === "namespace" && used < names.length) {
      entity = this.exportsOf(entity.module).get(names[used]?.text ?? "")?.entity;
      used++;
    }
    return entity === undefined ? undefined : { entity, names: used };
  }

  /** Everything that the declaration of an entity needs. */
  needsOf(entity: Entity): Entity[] {
    switch (entity.kind) {
      case "external":
        return [];
      case "namespace":
        return [...this.exportsOf(entity.module).values()].map((found) => found.entity);
      case "declared": {
        const references = entity.declarations.flatMap((declaration) => declaration.references);
        return references.flatMap((reference) => this.link(entity.module, reference)?.entity ?? []);
      }
    }
  }

  #local(module: DeclarationModule, name: string): Found | undefined {
    const declarations = module.declarations.get(name);
    if (declarations !== undefined) {
      const meanings = [...new Set(declarations.flatMap((each) => each.meanings))];
      const declared = { kind: "declared", name, meanings, module, declarations } as const;
      return { entity: this.#one(`${module.file}#${name}`, declared), isType: false };
    }
    const imported = module.imports.get(name);
    return imported === undefined ? undefined : this.#imported(module, imported, name);
  }

  #imported(module: DeclarationModule, { from, name, isType }: Import, as: string): Found {
    const file = this.#fileOf(module, from);
    if (file === undefined) {
      const external = { kind: "external", name: as, meanings: everyMeaning, from, imported: name } as const;
      return { entity: this.#one(`${from}#${name}`, external), isType };
    }
    if (name === "*") return { entity: this.#namespace(this.#module(file), as), isType };
    const found = this.exportsOf(this.#module(file)).get(name);
    if (found === undefined) throw new Error(`${module.file}: ${from} has no export ${name}`);
    return { entity: found.entity, isType: isType || found.isType };
  }

  #namespace(module: DeclarationModule, name: string): Entity {
    return this.#one(`${module.file}#*`, { kind: "namespace", name, meanings: ["value", "namespace"], module });
  }

  #one(key: string, entity: Entity): Entity {
    const known = this.#entities.get(key);
    if (known === undefined) this.#entities.set(key, entity);
    return known ?? entity;
  }

  #module(file: string): DeclarationModule {
    const module = this.#modules.get(file);
    if (module === undefined) throw new Error(`${file} was not read`);
    return module;
  }

  #fileOf(module: DeclarationModule, from: string): string | undefined {
    if (!from.startsWith(".")) return this.#fileOfPackage(module, from);
    return resolve(dirname(module.file), from).replace(/(?<!\.d)\.(?:([cm])?[jt]s)$/, ".d.$1ts");
  }

  #fileOfPackage(module: DeclarationModule, from: string): string | undefined {
    const known = this.#packages.get(from);
    const whole = [...this.#packages.keys()].find((name) => from.startsWith(`${name}/`));
    if (known === undefined && whole !== undefined) {
      throw new Error(`${module.file}: imports ${from}, of which only ${whole} is bundled`);
    }
    return known;
  }
}
