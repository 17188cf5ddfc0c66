import type { OperationSpec } from "../../operation/operation-spec.ts";

/** One text of an operation, and how much its words count. */
export interface WeightedText {
  readonly text: string;
  readonly weight: number;
}

/** All texts of an operation, and its title once more. */
export interface IndexedTexts {
  readonly title: string;
  readonly texts: readonly WeightedText[];
}

/** What a search reads of an operation. An operation that a hub lists has it too. */
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

/** Descriptions and paths repeat what is said elsewhere. What follows the first sentence of a description is mostly detail. */
const SIDE_WEIGHT = 0.5;
const DETAIL_WEIGHT = 0.25;

export function searchTexts(operation: SearchedOperation): IndexedTexts {
  const { namespace, name, title = "", tags = [], description, path = "", parameters = [] } = operation;
  const texts = [
    { text: namespace, weight: 1 },
    { text: name, weight: 1 },
    { text: title, weight: 1 },
    { text: tags.join(" "), weight: 1 },
    { text: path, weight: SIDE_WEIGHT },
    ...descriptionTexts(description),
  ].map(({ text, weight }) => ({ text: text.slice(0, LONGEST_TEXT), weight }));
  let room = LONGEST_PARAMETERS;
  for (const text of parameters) {
    if (room <= 0) break;
    texts.push({ text: text.slice(0, room), weight: 1 });
    room -= text.length;
  }
  return { title: title.slice(0, LONGEST_TEXT), texts };
}

function descriptionTexts(description: string): WeightedText[] {
  const text = description.slice(0, LONGEST_TEXT).replaceAll(NO_WORDS, " ").trim();
  const end = SENTENCE_END.exec(text)?.index ?? text.length;
  return [
    { text: text.slice(0, end), weight: SIDE_WEIGHT },
    { text: text.slice(end), weight: DETAIL_WEIGHT },
  ];
}

/** The targets of Markdown links, addresses and HTML tags. */
const NO_WORDS = /(?<=\])\([^()]{0,500}\)|https?:\/\/\S+|<[^<>]{0,500}>/g;
const SENTENCE_END = /[.!?](?=\s|$)|[\n\r]/;
