import { MAX_NAME_LENGTH, NAME_PATTERN } from "../../../operation/operation-id.ts";
import { shortHash } from "../../../shared/short-hash.ts";

const VALID_NAME = new RegExp(NAME_PATTERN);

/** Maps the server's names to valid ones. A valid name stays; every other name always maps to the same one. */
export function mapNames(names: readonly string[]): Map<string, string> {
  const fitting = names.filter(isValidName);
  const taken = new Set(fitting);
  const mapped = new Map(fitting.map((name) => [name, name]));
  // Sorted, so that the mapping does not depend on the order of the server's list.
  const others = [...new Set(names)].filter((name) => !isValidName(name)).sort();
  for (const name of others) {
    const plain = name.replaceAll(/[^A-Za-z0-9_-]/g, "_");
    const fits = plain !== "" && plain.length <= MAX_NAME_LENGTH && !taken.has(plain);
    const ours = fits ? plain : withHash(plain, name, taken);
    taken.add(ours);
    mapped.set(name, ours);
  }
  return mapped;
}

function isValidName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && VALID_NAME.test(name);
}

/** A server can compute the hash, and give another tool exactly that name. The salt prevents a clash. */
function withHash(plain: string, name: string, taken: ReadonlySet<string>): string {
  for (let salt = 0; ; salt++) {
    const hash = shortHash(`${salt === 0 ? "" : salt}${name}`);
    const ours = `${plain.slice(0, MAX_NAME_LENGTH - hash.length - 1)}_${hash}`;
    if (!taken.has(ours)) return ours;
  }
}
