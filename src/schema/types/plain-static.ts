/** The static type of a plain JSON Schema, for the keywords that most schemas consist of. TypeBox does all the rest. */
import type { StaticOf } from "./typebox-static.ts";

/** Keywords that `PlainStatic` reads, or that only describe or bound a value and do not affect its type. */
type PlainKeyword =
  | "type"
  | "properties"
  | "required"
  | "items"
  | "const"
  | "enum"
  | "title"
  | "description"
  | "default"
  | "examples"
  | "format"
  | "pattern"
  | "minLength"
  | "maxLength"
  | "minimum"
  | "maximum"
  | "minItems"
  | "maxItems";

interface ScalarTypes {
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly boolean: boolean;
  readonly null: null;
}

// A conditional type that compares with an interface is cheaper than one that infers.
interface WithoutValues {
  readonly const?: never;
  readonly enum?: never;
}
interface PlainScalar extends WithoutValues {
  readonly type: keyof ScalarTypes;
}
interface PlainObject extends WithoutValues {
  readonly type: "object";
  readonly properties: object;
}
interface PlainArray extends WithoutValues {
  readonly type: "array";
  readonly items: unknown;
}
interface WithRequired {
  readonly required: readonly string[];
}
interface WithConst {
  readonly const: unknown;
}
interface WithEnum {
  readonly enum: readonly unknown[];
}

/** The type of a plain JSON Schema. TypeBox's own `Static` gives the same, with several times the instantiations. */
export type PlainStatic<TPlain> = [keyof TPlain] extends [PlainKeyword]
  ? TPlain extends PlainScalar
    ? ScalarTypes[TPlain["type"]]
    : TPlain extends PlainObject
      ? ObjectStatic<TPlain["properties"], TPlain extends WithRequired ? TPlain["required"][number] : never>
      : TPlain extends PlainArray
        ? PlainStatic<TPlain["items"]>[]
        : TPlain extends WithConst
          ? TPlain["const"]
          : TPlain extends WithEnum
            ? TPlain["enum"][number]
            : StaticOf<TPlain>
  : StaticOf<TPlain>;

type ObjectStatic<TProperties, TRequired> = [keyof TProperties] extends [TRequired]
  ? { -readonly [Name in keyof TProperties]: PlainStatic<TProperties[Name]> }
  : MixedStatic<TProperties, { [Name in keyof TProperties]?: 0 } & { [Name in keyof TProperties & TRequired]: 0 }>;

/** `TMarks` says which properties are optional. One part of an intersection is enough to make a property required. */
type MixedStatic<TProperties, TMarks> = TMarks extends object
  ? { -readonly [Name in keyof TMarks]: PlainStatic<TProperties[Name & keyof TProperties]> }
  : never;
