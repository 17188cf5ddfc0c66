/** Patterns from outside are matched by a backtracking engine: those that could keep it busy are not used. */
import { compilePattern } from "../../../schema/types/compile-pattern.ts";
import { proveSafe } from "../../../schema/patterns/safe-pattern.ts";
import { isRawObject } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { addFinding, placeBelow } from "./schema-translation.ts";
import type { SchemaPlace, SchemaTranslation } from "./schema-translation.ts";

const SHOWN = 80;

export function isUsablePattern(translation: SchemaTranslation, pattern: string, place: SchemaPlace): boolean {
  const problem = problemWith(translation, pattern);
  if (problem !== undefined) addFinding(translation, place, { kind: "widened", why: problem });
  return problem === undefined;
}

/** Without the patterns that can't be used. */
export function usablePatternProperties(
  translation: SchemaTranslation,
  properties: RawObject,
  place: SchemaPlace,
): RawObject {
  const usable = Object.entries(properties).filter(([pattern]) =>
    isUsablePattern(translation, pattern, placeBelow(place, pattern)),
  );
  return Object.fromEntries(usable);
}

/** Where a pattern of names is not used, its names must not count as unknown. */
export function losesPatternProperties(translation: SchemaTranslation, schema: RawObject): boolean {
  const properties = schema["patternProperties"];
  if (!isRawObject(properties)) return false;
  return Object.keys(properties).some((pattern) => problemWith(translation, pattern) !== undefined);
}

function problemWith({ trustsPatterns, patternBudget }: SchemaTranslation, pattern: string): string | undefined {
  const shown = JSON.stringify(pattern.length > SHOWN ? `${pattern.slice(0, SHOWN)}…` : pattern);
  if (compilePattern(pattern) === undefined)
    return `the pattern ${shown} is no regular expression, so any text is accepted`;
  if (trustsPatterns || proveSafe(pattern, patternBudget)) return undefined;
  return `the pattern ${shown} could take very long to match, so any text is accepted (see the option "patterns")`;
}
