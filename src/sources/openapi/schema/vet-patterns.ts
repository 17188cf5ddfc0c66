/** Patterns from the document must not take very long to match. The few that cannot run in linear time are not used. */
import { compilePattern } from "../../../schema/types/compile-pattern.ts";
import { isSafeNamePattern, safePattern } from "../../../schema/patterns/safe-pattern.ts";
import { isRawObject } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { addFinding, pathBelow } from "./schema-translation.ts";
import type { KeywordPath, SchemaTranslation } from "./schema-translation.ts";

const SHOWN = 80;

type SafetyTest = (pattern: string) => boolean;

const isSafePattern: SafetyTest = (pattern) => safePattern(pattern) !== undefined;

export function isUsablePattern(
  translation: SchemaTranslation,
  pattern: string,
  { path, isSafe = isSafePattern }: { readonly path: KeywordPath; readonly isSafe?: SafetyTest },
): boolean {
  const problem = problemWith(translation, pattern, isSafe);
  if (problem !== undefined) addFinding(translation, path, { kind: "widened", why: problem });
  return problem === undefined;
}

/** The properties without the patterns that cannot be used. */
export function usablePatternProperties(
  translation: SchemaTranslation,
  properties: RawObject,
  path: KeywordPath,
): RawObject {
  const usable = Object.entries(properties).filter(([pattern]) =>
    isUsablePattern(translation, pattern, { path: pathBelow(path, pattern), isSafe: isSafeNamePattern }),
  );
  return Object.fromEntries(usable);
}

/** If a pattern of names is dropped, the names that it matches must not be refused as unknown. */
export function losesPatternProperties(translation: SchemaTranslation, schema: RawObject): boolean {
  const properties = schema["patternProperties"];
  if (!isRawObject(properties)) return false;
  return Object.keys(properties).some((pattern) => problemWith(translation, pattern, isSafeNamePattern) !== undefined);
}

function problemWith({ trustsPatterns }: SchemaTranslation, pattern: string, isSafe: SafetyTest): string | undefined {
  const shown = JSON.stringify(pattern.length > SHOWN ? `${pattern.slice(0, SHOWN)}…` : pattern);
  if (compilePattern(pattern) === undefined)
    return `the pattern ${shown} is not a regular expression, so any text is accepted`;
  if (trustsPatterns || isSafe(pattern)) return undefined;
  return `the pattern ${shown} could take very long to match, so any text is accepted (see the option "patterns")`;
}
