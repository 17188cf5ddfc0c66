/** An operation's schemas as TypeScript, which people read faster. */
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
}

/** Characters of a type. Nobody reads a longer one. */
const LONGEST_TYPE = 20_000;

export function typesOf({ type, inputSchema, outputSchema, errorSchemas = {} }: LoadedOperation): DocumentedType[] {
  const errors = Object.entries(errorSchemas).map(([code, { description, httpStatus, schema }]) => {
    const title = httpStatus === undefined ? code : `${code} · ${httpStatus}`;
    // An error without a schema has nothing but its message.
    return { title, words: description, ...(schema === undefined ? NOTHING : printed(schema)) };
  });
  return [
    { title: "Input", ...printed(inputSchema) },
    { title: type === "SUBSCRIPTION" ? "Each item of the stream" : "Data of the answer", ...printed(outputSchema) },
    ...errors,
  ];
}

const NOTHING = { text: "", isCut: false };

function printed(schema: unknown): Pick<DocumentedType, "text" | "isCut"> {
  return printPart(toSchemaObject(schema), LONGEST_TYPE);
}
