/**
 * The static type of a TypeBox type. TypeBox's `Static` compares a type with every kind in turn. This reads the kind first,
 * and leaves all but the most common kinds to `Static`.
 *
 * No mapped type here is the whole of an alias: editors would show the alias instead of the members, and a program would
 * cost a million instantiations, presumably for the variance of the alias's parameters, through all branches of `Static`.
 */
import type { StaticType, TObject, TProperties, TSchema } from "typebox";

/** The member that every TypeBox type has, and no plain schema. */
export interface TypeBoxType {
  readonly "~kind": string;
}

interface ScalarTypes {
  readonly String: string;
  readonly Number: number;
  readonly Integer: number;
  readonly Boolean: boolean;
  readonly Null: null;
  readonly Unknown: unknown;
}

// A conditional type that compares with an interface is cheaper than one that infers.
interface ScalarType {
  readonly "~kind": keyof ScalarTypes;
}
interface ObjectType {
  readonly "~kind": "Object";
  readonly properties: TProperties;
}
interface ArrayType {
  readonly "~kind": "Array";
  readonly items: CommonType;
}
type CommonType = ScalarType | ObjectType | ArrayType;

interface OptionalType {
  readonly "~optional": true;
}
interface ReadonlyType {
  readonly "~readonly": true;
}
interface ImmutableType {
  readonly "~immutable": true;
}

export type TypeBoxStatic<TType> = TType extends CommonType ? CommonStatic<TType> : StaticOf<TType>;

type CommonStatic<TType> = TType extends ScalarType
  ? ScalarTypes[TType["~kind"]]
  : TType extends ObjectType
    ? ObjectStatic<TType["properties"]>
    : TType extends ArrayType
      ? TType extends ImmutableType
        ? readonly CommonStatic<TType["items"]>[]
        : CommonStatic<TType["items"]>[]
      : never;

type ObjectStatic<TMembers extends TProperties> = [keyof TMembers] extends [never]
  ? object
  : [Extract<TMembers[keyof TMembers], OptionalType | ReadonlyType>] extends [never]
    ? { [Name in keyof TMembers]: MemberStatic<TMembers[Name], TMembers> }
    : [Extract<TMembers[keyof TMembers], ReadonlyType>] extends [never]
      ? MixedStatic<
          TMembers,
          { [Name in keyof TMembers]?: 0 } & {
            [Name in keyof TMembers as TMembers[Name] extends OptionalType ? never : Name]: 0;
          }
        >
      : StaticOf<TObject<TMembers>>;

/** `TMarks` says which properties are optional. One part of an intersection is enough to make a property required. */
type MixedStatic<TMembers extends TProperties, TMarks> = TMarks extends object
  ? { [Name in keyof TMarks]: MemberStatic<TMembers[Name & keyof TMembers], TMembers> }
  : never;

/** `Type.This()` means the object that it is a member of. */
type MemberStatic<TType, TThis extends TProperties> = TType extends CommonType
  ? CommonStatic<TType>
  : StaticOf<TType, TThis>;

/**
 * TypeBox's `Static`, behind an `infer`: without it, the compiler works out the constraint of `Static` for a schema that
 * is not known yet, through all of its branches. That made a single `defineOperation` cost 1.2 million instantiations.
 */
export type StaticOf<TType, TThis extends TProperties = NoMembers> =
  StaticType<[], "Encode", NoMembers, TThis, TType & TSchema> extends infer TStatic ? TStatic : never;

// oxlint-disable-next-line typescript/no-empty-object-type -- an object without members
type NoMembers = {};
