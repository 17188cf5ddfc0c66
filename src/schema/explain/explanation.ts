/** The state of one explanation: what it found, and how much work it may still do. */
import { getOrMake } from "../../shared/get-or-make.ts";
import { isContainer } from "../../shared/json/is-record.ts";
import type { Check } from "../engine/engine.ts";
import type { JSONSchema, Scope } from "../types/scope.ts";
import type { ValueError } from "../types/value-error.ts";
import { memberPath } from "../types/value-error.ts";
import { describeSchema } from "./describe-schema.ts";
import { describeValue } from "./describe-value.ts";
import type { ExplainedRoot } from "./explained-root.ts";
import { compileSubCheck, knownSubCheck } from "./explained-root.ts";
import type { Keyword } from "../types/schema-keywords.ts";

/** The work left for one explanation, shared by everything that it tries. */
export interface Budget {
  /** How many schemas it may check keyword by keyword. */
  steps: number;
  /** How many members (items, properties) it may check on the way to those that do not fit. */
  members: number;
  /** How many sub-schemas it may compile. At worst, each costs as much as the root. */
  compilations: number;
  /** The answers of compiled checks so far, for each container. */
  readonly answers: Map<object, Map<Check, boolean>>;
}

/** A place in an explanation: a schema, and the value that it applies to. */
export interface Spot {
  readonly schema: JSONSchema;
  /** Not yet entered for `schema`. */
  readonly scope: Scope;
  readonly value: unknown;
  readonly path: string;
  readonly schemaPath: string;
  readonly depth: number;
}

/** One run of `collectErrors`, or of a probe inside it. */
export interface Explanation {
  readonly root: ExplainedRoot;
  readonly budget: Budget;
  readonly errors: ValueError[];
  readonly limit: number;
  /** Checks a schema keyword by keyword and adds errors. Passed along, because keywords call each other. */
  readonly explain: (explanation: Explanation, spot: Spot) => void;
}

/** The deepest nesting of schemas, including `$ref`s. Each level may check everything below it once more. */
const DEEPEST = 250;

export function isDone(explanation: Explanation): boolean {
  return explanation.errors.length >= explanation.limit;
}

/** Spends one step of the budget. Returns false if there is none left, or if the explanation is done or too deep. */
export function takeStep(explanation: Explanation, spot: Spot): boolean {
  return !isDone(explanation) && spot.depth <= DEEPEST && explanation.budget.steps-- > 0;
}

/** The content of an error, without its place. */
export interface Finding {
  readonly keyword: Keyword | "schema" | "false";
  readonly expected: string;
  /** Without it: `expected …, received …`. */
  readonly message?: string;
  readonly received?: string;
  /** The member that the error is about, when it is not the value itself. */
  readonly member?: string | number;
}

export function addError(explanation: Explanation, spot: Spot, finding: Finding): void {
  if (isDone(explanation)) return;
  const path = finding.member === undefined ? spot.path : memberPath(spot.path, finding.member);
  const received = finding.received ?? describeValue(spot.value);
  const message = finding.message ?? `expected ${finding.expected}, received ${received}`;
  if (explanation.errors.some((error) => error.path === path && error.message === message)) return;
  const { keyword, expected } = finding;
  const schemaPath = keyword === "schema" || keyword === "false" ? spot.schemaPath : `${spot.schemaPath}/${keyword}`;
  explanation.errors.push({ path, message, expected, received, keyword, schemaPath });
}

/** The general error, for a value that cannot be explained further. */
function addGeneralError(explanation: Explanation, spot: Spot): void {
  const expected = describeSchema(spot.schema);
  const message = `does not fit the schema (expected ${expected}), received ${describeValue(spot.value)}`;
  addError(explanation, spot, { keyword: "schema", expected, message });
}

/** A spot whose schema is an object of keywords, with the scope inside it. */
export interface KeywordSpot extends Spot {
  readonly schema: object;
  readonly inner: Scope;
}

/** A sub-schema of the spot's schema, and the path of keywords to it. */
export interface SubSchema {
  readonly schema: JSONSchema;
  readonly step: string;
}

/** The spot of a sub-schema that applies to the same value. */
export function inPlace(
  { inner: scope, value, path, schemaPath, depth }: Omit<KeywordSpot, "schema" | "scope">,
  sub: SubSchema,
): Spot {
  return { schema: sub.schema, scope, value, path, schemaPath: `${schemaPath}/${sub.step}`, depth: depth + 1 };
}

/** The spot of a sub-schema that applies to a member of the value. */
export function ofMember(spot: KeywordSpot, sub: SubSchema, key: string | number): Spot {
  const [value, path] = [readMember(spot.value, key), memberPath(spot.path, key)];
  return inPlace({ inner: spot.inner, value, path, schemaPath: spot.schemaPath, depth: spot.depth }, sub);
}

/** Stands for a member whose getter throws. */
const UNREADABLE: unknown = Object.freeze({});

export function readMember(value: unknown, key: string | number): unknown {
  try {
    return (value as Record<string | number, unknown>)[key];
  } catch {
    return UNREADABLE;
  }
}

/** Whether the value at a spot fits. A compiled check decides for containers, an explanation for the rest. Never throws. */
export function fits(explanation: Explanation, spot: Spot): boolean {
  const { root, budget } = explanation;
  const { schema, value } = spot;
  if (typeof schema === "boolean") return schema;
  if (!isContainer(value)) return firstError(explanation, spot) === undefined;
  let check = knownSubCheck(root, schema);
  if (check === undefined) {
    if (budget.compilations-- <= 0) return firstError(explanation, spot) === undefined;
    check = compileSubCheck(root, { schema, scope: spot.scope });
  }
  return remembered(budget, check, value);
}

/** Explanations meet the same schema with the same value again, through every branch that leads there. */
function remembered({ answers }: Budget, check: Check, value: object): boolean {
  const known = getOrMake(answers, value, () => new Map<Check, boolean>());
  return getOrMake(known, check, () => passes(check, value));
}

/** Whether a check passes. A value that throws when read, or is nested too deeply, does not. */
export function passes(check: (value: unknown) => boolean, value: unknown): boolean {
  try {
    return check(value);
  } catch {
    return false;
  }
}

/** The first error of a spot, without reporting it. */
export function firstError(explanation: Explanation, spot: Spot): ValueError | undefined {
  const attempt: Explanation = { ...explanation, errors: [], limit: 1 };
  explanation.explain(attempt, spot);
  return attempt.errors[0];
}

/** Explains a spot whose value may fit. If it does not fit, this adds at least one error. */
export function explainUnlessFits(explanation: Explanation, spot: Spot): void {
  if (isDone(explanation)) return;
  if (spot.value === UNREADABLE) return addUnreadable(explanation, spot);
  if (!isContainer(spot.value)) explanation.explain(explanation, spot);
  else if (!fits(explanation, spot)) explainMisfit(explanation, spot);
}

function addUnreadable(explanation: Explanation, spot: Spot): void {
  const expected = describeSchema(spot.schema);
  const message = `could not be read: its getter throws (expected ${expected})`;
  addError(explanation, spot, { keyword: "schema", expected, message, received: "a getter that throws" });
}

/** Explains a spot whose value certainly does not fit. */
export function explainMisfit(explanation: Explanation, spot: Spot): void {
  const before = explanation.errors.length;
  explanation.explain(explanation, spot);
  if (explanation.errors.length === before) addGeneralError(explanation, spot);
}
