/** OpenAPI documents in `../shared`, for those who have that folder beside the repository. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { documentNames } from "./documents.ts";

const folder = join(import.meta.dirname, "../../../shared/openapi");

export interface SharedDocument {
  /** `github.json` */
  readonly name: string;
  readonly file: string;
}

/** All of them; none where the folder is missing. */
export function sharedDocuments(): SharedDocument[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /\.(json|yaml)$/.test(name)) : [];
  return names.map((name) => ({ name, file: join(folder, name) }));
}

/** Only documents of vendors of which npm has none, for tests that take long with each. */
export function otherSharedDocuments(): SharedDocument[] {
  const fromNpm: readonly string[] = documentNames;
  return sharedDocuments().filter(({ name }) => !fromNpm.includes(name.replace(/[-.].*/, "")));
}
