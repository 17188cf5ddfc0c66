/** An operation as a TypeScript signature: what models and people read instead of two JSON Schemas. */
import { targetOf } from "../graph/schema-graph.ts";
import { isSchemaObject } from "../types/scope.ts";
import type { PlainSchema } from "../standard/plain-schema.ts";
import { outlinesOf } from "./outline-schema.ts";
import { printType } from "./print-type.ts";
import type { PrintTypeOptions } from "./print-type.ts";
import { nameInReference, toTypeName, TypeNames } from "./type-names.ts";

/** What a signature says. */
export interface SignatureParts {
  /** The name to call it by: `github.issues_get`. */
  readonly name: string;
  readonly input: PlainSchema;
  /** Undefined if nothing is known about it. */
  readonly output?: PlainSchema | undefined;
  readonly isStream?: boolean | undefined;
  /** Prints what a calling program gets: a promise of an envelope, or a stream of envelopes. */
  readonly isEnveloped?: boolean | undefined;
}

/** How many characters input and output may take. */
export interface SignatureRoom {
  readonly input: number;
  readonly output: number;
}

export interface Signature {
  readonly text: string;
  /** Which parts lack their comments, or had to be shortened to an outline. */
  readonly cut: readonly ("input" | "output")[];
}

const LONGEST_COMMENT = 200;

/** Prints a signature, and below it the types that it names. */
export function printSignature(parts: SignatureParts, room: SignatureRoom): Signature {
  const { name, input, output, isStream = false, isEnveloped = false } = parts;
  const given = printFitted(input, room.input);
  const result = output === undefined ? undefined : printFitted(output, room.output, given.types);
  const parameter = isEmptyObject(input) ? "" : `input${hasRequired(input) ? "" : "?"}: ${given.text}`;
  const data = result?.text ?? "unknown";
  const item = isEnveloped ? `{ data: ${data} }` : data;
  const answer = isEnveloped ? `Promise<${item}>` : item;
  const types = [...given.types, ...(result?.types ?? [])].map(([type, text]) => `\n\ntype ${type} = ${text}`);
  return {
    text: `${name}(${parameter}): ${isStream ? `AsyncIterable<${item}>` : answer}${types.join("")}`,
    cut: [...(given.isCut ? ["input" as const] : []), ...(result?.isCut === true ? ["output" as const] : [])],
  };
}

/** One part of a schema, such as the type of a property, within the room. */
export function printPart(schema: PlainSchema, room: number): { readonly text: string; readonly isCut: boolean } {
  const { text, types, isCut } = printFitted(schema, room);
  return { text: [text, ...Array.from(types, ([type, body]) => `type ${type} = ${body}`)].join("\n\n"), isCut };
}

interface FittedType {
  readonly text: string;
  /** The types that it names, by their names. */
  readonly types: ReadonlyMap<string, string>;
  readonly isCut: boolean;
}

/**
 * The whole type if it is short enough. If not, the type without its comments, because names and types say more. If
 * that is still too long, the deepest outline that is short enough.
 */
function printFitted(schema: PlainSchema, room: number, taken: ReadonlyMap<string, string> = new Map()): FittedType {
  for (const options of WAYS) {
    const whole = new NamedTypes(schema, taken, options).print(room);
    if (whole !== undefined) return { ...whole, isCut: options !== WITH_COMMENTS };
  }
  for (const outline of outlinesOf(schema)) {
    const text = WAYS.map((options) => printType(outline, options)).find(({ length }) => length <= room);
    if (text !== undefined) return { text, types: new Map(), isCut: true };
  }
  return { text: "unknown", types: new Map(), isCut: true };
}

const WITH_COMMENTS: PrintTypeOptions = { longestComment: LONGEST_COMMENT };
const WAYS: readonly PrintTypeOptions[] = [WITH_COMMENTS, { comments: false }];

/** A schema, and the definitions that it refers to as types with names. */
class NamedTypes {
  readonly #root: PlainSchema;
  readonly #taken: ReadonlyMap<string, string>;
  readonly #used = new TypeNames();
  readonly #names = new Map<string, string>();
  readonly #open: string[] = [];
  readonly #options: PrintTypeOptions;
  readonly #suffix: string;

  /** `taken`: types that are printed already. */
  constructor(root: PlainSchema, taken: ReadonlyMap<string, string>, options: PrintTypeOptions, suffix = "") {
    this.#root = root;
    this.#taken = taken;
    this.#suffix = suffix;
    this.#options = { ...options, refer: this.#refer };
  }

  /** Undefined if it takes more room. */
  print(room: number): Omit<FittedType, "isCut"> | undefined {
    const text = printType(this.#root, this.#options);
    const types = new Map<string, string>();
    let { length } = text;
    // The list grows: types name further types.
    for (const ref of this.#open) {
      if (length > room) return undefined;
      const name = this.#names.get(ref) as string;
      const type = printType(targetOf(this.#root, ref), this.#options);
      if (this.#taken.get(name) === type) continue;
      // The same name for another type would mislead.
      if (this.#taken.has(name)) return new NamedTypes(this.#root, new Map(), this.#options, "Result").print(room);
      types.set(name, type);
      length += type.length;
    }
    return length > room ? undefined : { text, types };
  }

  readonly #refer = (ref: string): string | undefined => {
    const known = this.#names.get(ref);
    if (known !== undefined || targetOf(this.#root, ref) === undefined) return known;
    const name = this.#used.take(`${toTypeName(nameInReference(ref))}${this.#suffix}`);
    this.#names.set(ref, name);
    this.#open.push(ref);
    return name;
  };
}

function isEmptyObject({ type, properties, additionalProperties, $ref, allOf, anyOf, oneOf }: PlainSchema): boolean {
  const names = isSchemaObject(properties) ? Object.keys(properties).length : 0;
  const says = [additionalProperties || undefined, $ref, allOf, anyOf, oneOf];
  return type === "object" && names === 0 && says.every((keyword) => keyword === undefined);
}

function hasRequired({ type, required }: PlainSchema): boolean {
  return type !== "object" || (Array.isArray(required) && required.length > 0);
}
