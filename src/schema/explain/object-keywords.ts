/** Keywords of objects: required properties, allowed properties, and their values. */
import { pointerToken } from "../types/value-error.ts";
import { shorten } from "../../shared/short-text.ts";
import { closestName } from "../../shared/closest-name.ts";
import { describeSchema } from "./describe-schema.ts";
import { describeValue } from "./describe-value.ts";
import type { Explanation, KeywordSpot, Spot } from "./explanation.ts";
import { addError, explainUnlessFits, firstError, inPlace, isDone, ofMember, readMember } from "./explanation.ts";
import type { Keywords } from "./keywords.ts";
import type { Keyword } from "../types/schema-keywords.ts";
import { hasProperty, schemaEntries, stringList } from "./keywords.ts";
import { isContainer, isRecord } from "../../shared/json/is-record.ts";
import { isSchema } from "../types/scope.ts";
import type { JSONSchema } from "../types/scope.ts";
import { findMisfits } from "./find-misfits.ts";

export function explainObject(explanation: Explanation, spot: KeywordSpot, schema: Keywords): void {
  const { value } = spot;
  if (!isRecord(value)) return;
  explainRequired(explanation, spot, schema);
  explainDependencies(explanation, spot, schema);
  explainAdditional(explanation, spot, schema);
  explainProperties(explanation, spot, schema);
  explainPatterns(explanation, spot, schema);
  explainNames(explanation, spot, schema);
  explainPropertyCount(explanation, spot, schema);
}

function explainRequired(explanation: Explanation, spot: KeywordSpot, schema: Keywords): void {
  let properties: ReadonlyMap<string, JSONSchema> | undefined;
  for (const name of stringList(schema.required)) {
    if (isDone(explanation)) return;
    if (hasProperty(spot.value as object, name)) continue;
    const property = (properties ??= new Map(schemaEntries(schema.properties))).get(name);
    const expected = property === undefined ? "a value" : describeSchema(property);
    const message = property === undefined ? "is required" : `is required (${expected})`;
    addError(explanation, spot, { keyword: "required", expected, message, received: "nothing", member: name });
  }
}

/** `dependentRequired`, `dependentSchemas`, and their predecessor `dependencies`, which holds both kinds. */
function explainDependencies(explanation: Explanation, spot: KeywordSpot, schema: Keywords): void {
  const value = spot.value as object;
  for (const keyword of ["dependentRequired", "dependencies", "dependentSchemas"] as const) {
    const dependencies = schema[keyword];
    // An empty object has no dependencies, whatever it inherits.
    if (!isRecord(dependencies) || namesOf(spot).length === 0) continue;
    for (const [name, dependency] of Object.entries(dependencies)) {
      if (!hasProperty(value, name)) continue;
      if (Array.isArray(dependency))
        requireAlso(explanation, spot, { keyword, name, required: stringList(dependency) });
      else if (isSchema(dependency) && keyword !== "dependentRequired") {
        explainUnlessFits(explanation, inPlace(spot, { schema: dependency, step: `${keyword}/${pointerToken(name)}` }));
      }
    }
  }
}

interface RequiredBy {
  readonly keyword: Keyword;
  readonly name: string;
  readonly required: readonly string[];
}

function requireAlso(explanation: Explanation, spot: KeywordSpot, { keyword, name, required }: RequiredBy): void {
  for (const other of required) {
    if (hasProperty(spot.value as object, other)) continue;
    const message = `is required when "${shorten(name, 40)}" is present`;
    addError(explanation, spot, { keyword, expected: "a value", message, received: "nothing", member: other });
  }
}

function explainAdditional(explanation: Explanation, spot: KeywordSpot, schema: Keywords): void {
  const additional = schema.additionalProperties;
  if (!isSchema(additional) || additional === true) return;
  const properties: object = isRecord(schema.properties) ? schema.properties : {};
  const patterns = schemaEntries(schema.patternProperties).map(([pattern]) => new RegExp(pattern, "u"));
  const isNamed = (key: string) => Object.hasOwn(properties, key) || patterns.some((pattern) => pattern.test(key));
  const keys = namesOf(spot).filter((key) => !isNamed(key));
  if (additional === false) {
    for (const key of keys) {
      if (isDone(explanation)) return;
      addUnexpected(explanation, spot, { key, keyword: "additionalProperties", allowed: Object.keys(properties) });
    }
    return;
  }
  findMisfits(explanation, spot, { schema: additional, step: "additionalProperties", keys });
}

interface UnexpectedProperty {
  readonly key: string;
  readonly keyword: Keyword;
  readonly allowed: readonly string[];
}

/** Reports a property that the schema does not allow, and names those that it allows. */
export function addUnexpected(explanation: Explanation, spot: KeywordSpot, unexpected: UnexpectedProperty): void {
  const { key, keyword, allowed } = unexpected;
  const absent = allowed.filter((name) => !hasProperty(spot.value as object, name));
  const meant = closestName(key, absent);
  const names = shorten(allowed.slice(0, 20).join(", "), 80);
  const hint = meant !== undefined ? ` (did you mean "${meant}"?)` : allowed.length > 0 ? ` (allowed: ${names})` : "";
  const [expected, received] = ["no such property", describeValue(readMember(spot.value, key))];
  addError(explanation, spot, { keyword, expected, message: `is not allowed${hint}`, received, member: key });
}

/** Plain members come first, so that errors near the surface precede errors further down. */
function explainProperties(explanation: Explanation, spot: KeywordSpot, schema: Keywords): void {
  const required = stringList(schema.required);
  const containers: Spot[] = [];
  for (const [key, property] of schemaEntries(schema.properties)) {
    if (isDone(explanation)) return;
    if (!hasProperty(spot.value as object, key)) continue;
    const member = ofMember(spot, { schema: property, step: `properties/${pointerToken(key)}` }, key);
    if (isContainer(member.value)) containers.push(member);
    // An optional property may be present as `undefined`.
    else if (member.value !== undefined || required.includes(key)) explainUnlessFits(explanation, member);
  }
  for (const member of containers) explainUnlessFits(explanation, member);
}

function explainPatterns(explanation: Explanation, spot: KeywordSpot, schema: Keywords): void {
  for (const [source, property] of schemaEntries(schema.patternProperties)) {
    if (isDone(explanation)) return;
    const pattern = new RegExp(source, "u");
    const keys = Object.keys(spot.value as object).filter((key) => pattern.test(key));
    findMisfits(explanation, spot, { schema: property, step: `patternProperties/${pointerToken(source)}`, keys });
  }
}

function explainNames(explanation: Explanation, spot: KeywordSpot, schema: Keywords): void {
  if (!isSchema(schema.propertyNames)) return;
  const names = inPlace(spot, { schema: schema.propertyNames, step: "propertyNames" });
  for (const key of namesOf(spot)) {
    if (isDone(explanation) || explanation.budget.members-- <= 0) return;
    const error = firstError(explanation, { ...names, value: key });
    if (error === undefined) continue;
    const { expected, received } = error;
    const message = `is not an allowed property name (expected ${expected})`;
    addError(explanation, spot, { keyword: "propertyNames", expected, received, message, member: key });
  }
}

function explainPropertyCount(explanation: Explanation, spot: KeywordSpot, schema: Keywords): void {
  const { minProperties, maxProperties } = schema;
  if (minProperties === undefined && maxProperties === undefined) return;
  const count = namesOf(spot).length;
  const received = count === 1 ? "1 property" : `${count} properties`;
  if (typeof minProperties === "number" && count < minProperties) {
    addError(explanation, spot, {
      keyword: "minProperties",
      expected: `at least ${minProperties} properties`,
      received,
    });
  }
  if (typeof maxProperties === "number" && count > maxProperties) {
    addError(explanation, spot, {
      keyword: "maxProperties",
      expected: `at most ${maxProperties} properties`,
      received,
    });
  }
}

/** The names that the engine counts: those of all own properties, enumerable or not. */
export function namesOf(spot: KeywordSpot): readonly string[] {
  try {
    return Object.getOwnPropertyNames(spot.value);
  } catch {
    return [];
  }
}
