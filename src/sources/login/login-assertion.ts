import { CallError, messageOf } from "../../errors/call-error.ts";
import type { OAuthConfig } from "./oauth-config.ts";

const LONGEST_ASSERTION = 64 * 1024;

/** The current JWT that a platform gave to this workload. A platform replaces the file before the JWT expires. */
export async function assertionOf(name: string, oauth: OAuthConfig): Promise<string> {
  const { assertion, assertionFile: file } = oauth;
  if (file === undefined) return needed(name, "assertion", assertion);
  try {
    const text = await process.getBuiltinModule("node:fs/promises").readFile(file, "utf8");
    if (text.trim() !== "" && text.length <= LONGEST_ASSERTION) return text.trim();
  } catch (cause) {
    const message = `The file with the JWT for ${name} can't be read (oauth.assertionFile): ${messageOf(cause)}`;
    throw new CallError("EXECUTION_ERROR", message, undefined, { phase: "notStarted", cause });
  }
  const message = `The file with the JWT for ${name} is empty or too large (oauth.assertionFile): ${file}`;
  throw new CallError("VALIDATION_ERROR", message);
}

/** A field of the config that the grant needs. Throws if it is missing. */
export function needed<T>(name: string, field: string, value: T | undefined): T {
  if (value !== undefined) return value;
  throw new CallError("VALIDATION_ERROR", `oauth.${field} is missing in the config of ${name}: this grant needs it.`);
}
