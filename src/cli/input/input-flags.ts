/** The flags of an operation, from its input schema: `--name value`, nested as `--a.b value`. */
import { SchemaReader } from "../json-schema/schema-view.ts";
import type { SchemaView } from "../json-schema/schema-view.ts";

export interface InputFlag {
  /** The flag without its dashes. */
  readonly name: string;
  readonly path: readonly string[];
  readonly view: SchemaView;
  readonly isRequired: boolean;
}

/** How deep `--help` goes, and how many flags it shows. Others work all the same. */
const DEEPEST_SHOWN = 4;
const MOST_SHOWN = 200;

export class InputFlags {
  readonly root: SchemaView;
  readonly #reader: SchemaReader;

  constructor(schema: unknown) {
    this.#reader = new SchemaReader(schema);
    this.root = this.#reader.view();
  }

  /** Whether there are no flags: only an object has named parts. */
  get isEmpty(): boolean {
    return this.root.properties.size === 0 && !isOpen(this.root);
  }

  /** The members of a list. */
  itemOf(view: SchemaView): SchemaView {
    return this.#reader.view(view.items);
  }

  /** The flag of that name. Property names may contain dots: the longest match wins. */
  find(name: string): InputFlag | undefined {
    return this.#findIn(this.root, { name, rest: name, path: [], isRequired: true });
  }

  /** In the order of the schema. The parts of an object stand in its place. */
  list(): InputFlag[] {
    const flags: InputFlag[] = [];
    this.#collect(this.root, { path: [], isRequired: true }, flags);
    return flags;
  }

  #collect(parent: SchemaView, at: { path: readonly string[]; isRequired: boolean }, flags: InputFlag[]): void {
    for (const [key, part] of parent.properties) {
      if (flags.length >= MOST_SHOWN) return;
      const path = [...at.path, key];
      const view = this.#reader.view(part);
      const isRequired = at.isRequired && parent.required.has(key);
      const hasParts = view.kind === "object" && view.properties.size > 0 && path.length < DEEPEST_SHOWN;
      if (hasParts) this.#collect(view, { path, isRequired }, flags);
      else flags.push({ name: path.join("."), path, view, isRequired });
    }
  }

  #findIn(
    parent: SchemaView,
    at: { name: string; rest: string; path: readonly string[]; isRequired: boolean },
  ): InputFlag | undefined {
    const { name, rest, path } = at;
    const keys = [...parent.properties.keys()].filter((key) => rest === key || rest.startsWith(`${key}.`));
    for (const key of keys.sort((left, right) => right.length - left.length)) {
      const isRequired = at.isRequired && parent.required.has(key);
      const found = this.#step(parent.properties.get(key), { name, rest, key, path, isRequired });
      if (found !== undefined) return found;
    }
    if (!isOpen(parent) || rest === "") return undefined;
    // The schema allows any name here. The name may contain dots, unless the values are objects.
    const [first = ""] = rest.split(".");
    const below = { name, rest, path, isRequired: false };
    return (
      (rest.includes(".") && this.#reader.view(parent.additional).kind === "object"
        ? this.#step(parent.additional, { ...below, key: first })
        : undefined) ?? this.#step(parent.additional, { ...below, key: rest })
    );
  }

  #step(
    part: unknown,
    at: { name: string; rest: string; key: string; path: readonly string[]; isRequired: boolean },
  ): InputFlag | undefined {
    const { name, rest, key, isRequired } = at;
    const path = [...at.path, key];
    const view = this.#reader.view(part);
    if (rest === key) return { name, path, view, isRequired };
    return this.#findIn(view, { name, rest: rest.slice(key.length + 1), path, isRequired });
  }
}

/** Whether the schema explicitly allows other names. A schema that says nothing would accept every typing mistake. */
function isOpen({ kind, additional }: SchemaView): boolean {
  return kind === "object" && additional !== undefined;
}
