import { shorten } from "../../shared/short-text.ts";

/** What one source tells models. */
export interface SourceInstructions {
  readonly source: string;
  readonly text: string;
}

/** Characters of all sources: a model reads them with every conversation. */
const LONGEST_WHOLE = 16_000;

/** The instructions of all sources as one text, each under the name of its source. Undefined if there are none. */
export function mergeInstructions(given: ReadonlyArray<SourceInstructions | undefined>): string | undefined {
  const parts = given.filter((each) => each !== undefined).map(({ source, text }) => `# ${source}\n\n${text}`);
  return parts.length === 0 ? undefined : shorten(parts.join("\n\n"), LONGEST_WHOLE);
}
