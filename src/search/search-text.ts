import type { OperationSpec } from "../operation/operation-spec.ts";

/** One text of an operation, and how much its words count. */
export interface WeightedText {
  readonly text: string;
  readonly weight: number;
}

/** What a search reads of an operation. A listed operation of a hub has it too. */
export interface SearchedOperation extends Pick<
  OperationSpec,
  "namespace" | "name" | "title" | "description" | "tags" | "deprecated"
> {
  readonly id: string;
  /** The path of an HTTP API. */
  readonly path?: string | undefined;
  /** Names and descriptions of what it takes. */
  readonly parameters?: readonly string[] | undefined;
}

/** Characters of each text, so that none from outside can fill the memory. */
const LONGEST_TEXT = 4000;
const LONGEST_PARAMETERS = 8000;

/** Descriptions and paths repeat what is said elsewhere, and go astray more often. */
const SIDE_WEIGHT = 0.5;

export function searchTexts(operation: SearchedOperation): WeightedText[] {
  const { namespace, name, title = "", tags = [], description, path = "", parameters = [] } = operation;
  const texts = [
    { text: namespace, weight: 1 },
    { text: name, weight: 1 },
    { text: title, weight: 1 },
    { text: tags.join(" "), weight: 1 },
    { text: path, weight: SIDE_WEIGHT },
    { text: description, weight: SIDE_WEIGHT },
  ].map(({ text, weight }) => ({ text: text.slice(0, LONGEST_TEXT), weight }));
  return [...texts, { text: parameters.join(" ").slice(0, LONGEST_PARAMETERS), weight: 1 }];
}
