/**
 * What a person shows to answer for a call of their own key: a code in a file that only the user who runs the hub can
 * read. The key alone is not enough, because the program that made the call holds it as well.
 */
import { loadOrMakeSecret } from "../access/hub-key.ts";
import { node } from "../config/node-modules.ts";
import { defaultStateFolder } from "../config/state-folder.ts";

const FILE = "person";

/**
 * The code of this user, for programs with a person in front of them. It is made if there is none.
 *
 * @example
 * const headers = { "operation-person": await loadPersonCode() };
 */
export async function loadPersonCode(folder: string = defaultStateFolder()): Promise<string> {
  const { key } = await loadOrMakeSecret(node.path.join(folder, FILE));
  return key;
}

/** Whether a request shows the code of the user who runs the hub. */
export async function showsPersonCode({ headers }: Request, folder: string): Promise<boolean> {
  const given = headers.get("operation-person");
  if (given === null) return false;
  const text = await node.files.readFile(node.path.join(folder, FILE), "utf8").catch(() => "");
  return text.trim() !== "" && isSameText(text.trim(), given);
}

/** Compares two texts. The time that it takes does not reveal where they differ. */
export function isSameText(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => node.crypto.createHash("sha256").update(text).digest());
  return node.crypto.timingSafeEqual(first as Buffer, second as Buffer);
}
