/** An operation's schemas as TypeScript, which people read faster. */
import { exampleValue } from "../../../src/schema/print/example-value.ts";
import { printPart } from "../../../src/schema/print/print-signature.ts";
import type { LoadedOperation } from "../api/contract.ts";
import { toSchemaObject } from "../form/schema-object.ts";

/** The type of one value that goes in or comes out. */
export interface DocumentedType {
  readonly title: string;
  readonly words?: string | undefined;
  readonly text: string;
  /** Whether the type was too long, and parts of it are left out. */
  readonly isCut: boolean;
  /** For outputs only. */
  readonly example?: TypeExample | undefined;
}

export interface TypeExample {
  readonly value: unknown;
  /** Whether the example was generated from the schema, because the author gave none. */
  readonly isMade: boolean;
}

/** The most characters of a type. Longer types are unreadable. */
const LONGEST_TYPE = 20_000;

export function documentedTypes(spec: LoadedOperation): DocumentedType[] {
  const { type, inputSchema, outputSchema, outputExample, errorSchemas = {} } = spec;
  const errors = Object.entries(errorSchemas).map(([code, { description, httpStatus, schema }]) => {
    const title = httpStatus === undefined ? code : `${code} · ${httpStatus}`;
    // An error without a schema has only its message.
    return { title, words: description, ...(schema === undefined ? NOTHING : withExample(schema, undefined)) };
  });
  return [
    { title: "Input", ...printed(inputSchema) },
    {
      title: type === "SUBSCRIPTION" ? "Each item of the stream" : "Data of the answer",
      ...withExample(outputSchema, outputExample),
    },
    ...errors,
  ];
}

const NOTHING = { text: "", isCut: false };

function withExample(schema: unknown, given: unknown): Omit<DocumentedType, "title"> {
  const type = printed(schema);
  if (given !== undefined) return { ...type, example: { value: given, isMade: false } };
  // Any value fits, so an example would say nothing.
  const value = type.text === "unknown" ? undefined : exampleValue(toSchemaObject(schema));
  return value === undefined ? type : { ...type, example: { value, isMade: true } };
}

function printed(schema: unknown): Pick<DocumentedType, "text" | "isCut"> {
  return printPart(toSchemaObject(schema), LONGEST_TYPE);
}
