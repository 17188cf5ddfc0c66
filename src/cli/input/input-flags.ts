/** The flags of an operation, from its input schema: `--name value`, nested as `--a.b value`. */
import { isRecord } from "../../shared/json/is-record.ts";
import { choiceText } from "./choice-text.ts";
import { SchemaReader } from "../../schema/print/schema-view.ts";
import type { SchemaView } from "../../schema/print/schema-view.ts";

export interface InputFlag {
  /** The flag without its dashes. */
  readonly name: string;
  readonly path: readonly string[];
  readonly view: SchemaView;
  readonly isRequired: boolean;
  /** The flags, such as `--payment.kind card`, that choose a form with this flag. Undefined if every form has it. */
  readonly of?: readonly string[] | undefined;
}

/** The forms that were chosen: the value of a tag as text, by the path of its object. */
export type ChosenForms = ReadonlyMap<string, string>;

/** How deep `--help` goes, and how many flags it shows. The others still work. */
const DEEPEST_SHOWN = 4;
const MOST_SHOWN = 200;

export class InputFlags {
  readonly root: SchemaView;
  readonly #reader: SchemaReader;

  readonly #schema: unknown;
  readonly #chosen: ChosenForms;

  constructor(schema: unknown, chosen: ChosenForms = new Map()) {
    this.#reader = new SchemaReader(schema);
    this.#schema = schema;
    this.#chosen = chosen;
    this.root = this.#viewAt(undefined, []);
  }

  /** The form that was chosen for the object at that path, or what all of its forms have. */
  #viewAt(part: unknown, path: readonly string[]): SchemaView {
    const view = this.#reader.view(part);
    const chosen = this.#chosen.get(path.join("."));
    const variant = view.union?.variants.find(({ value }) => choiceText(value) === chosen);
    return chosen === undefined || variant === undefined ? view : this.#reader.view(variant.schema);
  }

  /** The path of the object whose form that flag chooses; undefined for other flags. */
  chooses({ path }: InputFlag): readonly string[] | undefined {
    const parent = path.slice(0, -1);
    let view = this.root;
    for (const [index, key] of parent.entries()) {
      view = this.#viewAt(view.properties.get(key) ?? view.additional, parent.slice(0, index + 1));
    }
    return view.union?.tag !== undefined && view.union.tag === path.at(-1) ? parent : undefined;
  }

  /** The same flags before any form was chosen. */
  get unchosen(): InputFlags {
    return new InputFlags(this.#schema);
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

  /** In the order of the schema. The parts of an object take its place. */
  list(): InputFlag[] {
    const flags: InputFlag[] = [];
    this.#collect(this.root, { path: [], isRequired: true }, flags);
    return flags;
  }

  #collect(parent: SchemaView, at: Omit<InputFlag, "name" | "view">, flags: InputFlag[]): void {
    const { tag } = parent.union ?? {};
    // What chooses the form comes first.
    const keys = [...parent.properties.keys()].sort((left, right) => Number(right === tag) - Number(left === tag));
    for (const key of keys) {
      if (flags.length >= MOST_SHOWN) return;
      const path = [...at.path, key];
      const view = this.#viewAt(parent.properties.get(key), path);
      const { of = at.of, isNeeded } = formsWith(key, parent, at.path);
      const isRequired = at.isRequired && isNeeded;
      const hasParts = view.kind === "object" && view.properties.size > 0 && path.length < DEEPEST_SHOWN;
      if (hasParts) this.#collect(view, { path, isRequired, of }, flags);
      else flags.push({ name: path.join("."), path, view, isRequired, of });
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
    const view = this.#viewAt(part, path);
    if (rest === key) return { name, path, view, isRequired };
    return this.#findIn(view, { name, rest: rest.slice(key.length + 1), path, isRequired });
  }
}

/** Which forms of an object have that property, and whether these need it. */
function formsWith(
  key: string,
  { union, required }: SchemaView,
  path: readonly string[],
): { of?: readonly string[] | undefined; isNeeded: boolean } {
  if (union?.tag === undefined || key === union.tag) return { isNeeded: required.has(key) };
  const { tag, variants } = union;
  const having = variants.filter(
    ({ schema }) => isRecord(schema["properties"]) && Object.hasOwn(schema["properties"], key),
  );
  const isNeeded = having.every(({ schema }) => Array.isArray(schema["required"]) && schema["required"].includes(key));
  if (having.length === variants.length) return { isNeeded };
  return { isNeeded, of: having.map(({ value }) => `--${[...path, tag].join(".")} ${choiceText(value)}`) };
}

/** Whether the schema explicitly allows other names. A schema that says nothing would accept every typing mistake. */
function isOpen({ kind, additional }: SchemaView): boolean {
  return kind === "object" && additional !== undefined;
}
