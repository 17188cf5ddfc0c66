/** The static type of a literal JSON Schema. */
import type { TUnsafe } from "typebox";

import type { JSONSchema } from "./scope.ts";

/** The result of `FromSchema`: a TypeBox schema whose static type is inferred from the source. */
export type TFromSchema<TSource extends JSONSchema> = TUnsafe<StaticSchema<TSource>>;

/** The values that a literal schema accepts, as far as TypeScript can express them; otherwise `unknown`. */
export type StaticSchema<TSource> = InferSchema<TSource, TSource>;

type InferSchema<TNode, TRoot> = 0 extends 1 & TNode
  ? unknown
  : TNode extends boolean
    ? boolean extends TNode
      ? unknown
      : TNode extends true
        ? unknown
        : never
    : IsLiteral<TNode> extends true
      ? InferNullable<TNode, TRoot>
      : unknown;

/** False for the type of a JSON import, or of a variable without `as const`: it has lost what the schema says. */
type IsLiteral<TNode> = TNode extends object
  ? string extends keyof TNode
    ? false
    : TNode extends { readonly type: infer TType }
      ? IsLiteralType<TType> extends true
        ? IsLiteralRequired<TNode>
        : false
      : IsLiteralRequired<TNode>
  : false;

type IsLiteralType<TType> = TType extends readonly (infer TName)[]
  ? string extends TName
    ? false
    : true
  : string extends TType
    ? false
    : true;

type IsLiteralRequired<TNode> = TNode extends { readonly required: readonly unknown[] }
  ? number extends TNode["required"]["length"]
    ? false
    : true
  : true;

type InferNullable<TNode, TRoot> = TNode extends { readonly nullable: true }
  ? InferKeywords<TNode, TRoot> | null
  : InferKeywords<TNode, TRoot>;

type InferKeywords<TNode, TRoot> = Flatten<
  InferType<TNode, TRoot> &
    InferValue<TNode> &
    InferReference<TNode, TRoot> &
    InferAll<TNode, TRoot> &
    InferAny<TNode, TRoot> &
    InferOne<TNode, TRoot>
>;

/** Shows an intersection of objects as one object, and leaves arrays and primitives alone. */
type Flatten<T> = unknown extends T
  ? T
  : T extends readonly unknown[] | string | number | boolean | null
    ? T
    : { [TKey in keyof T]: T[TKey] };

type InferType<TNode, TRoot> = TNode extends { readonly type: infer TType }
  ? InferNamed<TType extends readonly (infer TName)[] ? TName : TType, TNode, TRoot>
  : TNode extends { readonly properties: object }
    ? InferObject<TNode, TRoot>
    : TNode extends { readonly items: unknown } | { readonly prefixItems: unknown }
      ? InferArray<TNode, TRoot>
      : unknown;

type InferNamed<TName, TNode, TRoot> = TName extends "string"
  ? string
  : TName extends "number" | "integer"
    ? number
    : TName extends "boolean"
      ? boolean
      : TName extends "null"
        ? null
        : TName extends "object"
          ? InferObject<TNode, TRoot>
          : TName extends "array"
            ? InferArray<TNode, TRoot>
            : unknown;

type InferValue<TNode> = (TNode extends { readonly const: infer TValue } ? TValue : unknown) &
  (TNode extends { readonly enum: readonly (infer TValue)[] } ? TValue : unknown);

type InferObject<TNode, TRoot> = TNode extends { readonly properties: infer TProperties extends object }
  ? Flatten<
      { -readonly [TName in keyof TProperties & Required<TNode>]: InferSchema<TProperties[TName], TRoot> } & {
        -readonly [TName in Exclude<keyof TProperties, Required<TNode>>]?: InferSchema<TProperties[TName], TRoot>;
      } & { [TName in Exclude<Required<TNode>, keyof TProperties>]: unknown } & OpenEnd<TNode>
    >
  : InferRecord<TNode, TRoot>;

type Required<TNode> = TNode extends { readonly required: readonly (infer TName extends string)[] } ? TName : never;

/** Values under other names may have any type, because an index signature must fit the named properties too. */
type OpenEnd<TNode> = TNode extends { readonly additionalProperties: true | object }
  ? { [name: string]: unknown }
  : unknown;

type InferRecord<TNode, TRoot> = (TNode extends { readonly additionalProperties: infer TValue }
  ? TNode extends { readonly patternProperties: object }
    ? { [name: string]: unknown }
    : { [name: string]: InferSchema<TValue, TRoot> }
  : { [name: string]: unknown }) & { [TName in Required<TNode>]: unknown };

type InferArray<TNode, TRoot> = TNode extends { readonly prefixItems: infer TItems extends readonly unknown[] }
  ? InferTuple<
      TItems,
      TNode,
      TNode extends { readonly items: infer TRest } ? InferSchema<TRest, TRoot> : unknown,
      TRoot
    >
  : TNode extends { readonly items: infer TItems }
    ? TItems extends readonly unknown[]
      ? InferTuple<
          TItems,
          TNode,
          TNode extends { readonly additionalItems: infer TRest } ? InferSchema<TRest, TRoot> : unknown,
          TRoot
        >
      : InferSchema<TItems, TRoot>[]
    : unknown[];

/** The last items of a tuple may be missing, unless `minItems` requires all of them. */
type InferTuple<TItems extends readonly unknown[], TNode, TRest, TRoot> = TNode extends {
  readonly minItems: TItems["length"];
}
  ? [...InferItems<TItems, TRoot>, ...RestItems<TRest>]
  : [...Partial<InferItems<TItems, TRoot>>, ...RestItems<TRest>];

type InferItems<TItems extends readonly unknown[], TRoot> = {
  -readonly [TIndex in keyof TItems]: InferSchema<TItems[TIndex], TRoot>;
};

type RestItems<TRest> = [TRest] extends [never] ? [] : TRest[];

type InferAll<TNode, TRoot> = TNode extends { readonly allOf: readonly unknown[] }
  ? ToIntersection<InferEach<TNode["allOf"], TRoot>[number]>
  : unknown;

type InferAny<TNode, TRoot> = TNode extends { readonly anyOf: readonly unknown[] }
  ? InferItems<TNode["anyOf"], TRoot>[number]
  : unknown;

type InferOne<TNode, TRoot> = TNode extends { readonly oneOf: readonly unknown[] }
  ? InferItems<TNode["oneOf"], TRoot>[number]
  : unknown;

/** Boxes each member, so that a union in one stays together. */
type InferEach<TItems extends readonly unknown[], TRoot> = {
  [TIndex in keyof TItems]: (member: InferSchema<TItems[TIndex], TRoot>) => void;
};

type ToIntersection<TBoxed> = [TBoxed] extends [(member: infer TMember) => void] ? TMember : never;

type InferReference<TNode, TRoot> = TNode extends { readonly $ref: infer TRef }
  ? TRef extends "#"
    ? InferSchema<TRoot, TRoot>
    : TRef extends `#/${infer TPointer}`
      ? InferSchema<Follow<TRoot, TPointer>, TRoot>
      : unknown
  : unknown;

/** The target of a pointer. A pointer with escapes is not followed. */
type Follow<TNode, TPointer extends string> = TPointer extends `${string}${"~" | "%"}${string}`
  ? object
  : TPointer extends `${infer THead}/${infer TTail}`
    ? THead extends keyof TNode
      ? Follow<TNode[THead], TTail>
      : object
    : TPointer extends keyof TNode
      ? TNode[TPointer]
      : object;
