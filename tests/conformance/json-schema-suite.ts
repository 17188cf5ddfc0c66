/**
 * Reads the official JSON Schema test suite. No registry has a current version of it, so its folder comes from
 * `JSON_SCHEMA_TEST_SUITE`, or from `../shared` if that exists.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { Meta } from "typebox/schema";

import type { JSONSchema, SchemaReferences } from "../../src/schema/types/scope.ts";

export type Draft = "draft2020-12" | "draft7";

interface SuiteTest {
  readonly description: string;
  readonly data: unknown;
  readonly valid: boolean;
}

export interface SuiteGroup {
  readonly file: string;
  readonly description: string;
  readonly schema: JSONSchema;
  readonly tests: readonly SuiteTest[];
}

const suiteFolder =
  process.env["JSON_SCHEMA_TEST_SUITE"] || join(import.meta.dirname, "../../../shared/json-schema-test-suite");

export const suiteIsHere = existsSync(join(suiteFolder, "tests"));

/** The groups of all files that are not optional. */
export function readGroups(draft: Draft): SuiteGroup[] {
  const folder = join(suiteFolder, "tests", draft);
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return files.toSorted().flatMap((file) => {
    const groups = readJSON(join(folder, file)) as Omit<SuiteGroup, "file">[];
    return groups.map((group) => ({ ...group, file, schema: withDialect(draft, group.schema) }));
  });
}

/** Only the folder of draft 7's tests names the draft, so this adds `$schema`. */
function withDialect(draft: Draft, schema: JSONSchema): JSONSchema {
  if (draft !== "draft7" || typeof schema === "boolean" || "$schema" in schema) return schema;
  return { $schema: "http://json-schema.org/draft-07/schema#", ...schema };
}

/** The documents that the suite's schemas refer to: its remotes, at localhost:1234, and the metaschemas. */
export function readReferences(draft: Draft): SchemaReferences {
  const folder = join(suiteFolder, "remotes");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
  const remotes = names.map((name): [string, JSONSchema] => {
    const schema = readJSON(join(folder, name)) as JSONSchema;
    return [`http://localhost:1234/${name}`, withDialect(draft, schema)];
  });
  // The engine first looks up a document by the exact text of the reference, then without its fragment.
  const metaschemas = Object.entries(Meta).flatMap(([uri, schema]): [string, JSONSchema][] => [
    [uri, schema],
    [uri.replace("#", ""), schema],
  ]);
  return Object.fromEntries([...remotes, ...metaschemas]);
}

function readJSON(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
