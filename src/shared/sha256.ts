import { builtinModule } from "./builtin-module.ts";

interface Crypto {
  createHash(name: "sha256"): { update(text: string): { digest(encoding: "base64url"): string } };
}

/** The SHA-256 of a text, as `sha256-…`. For runtimes with Node's crypto module. */
export function sha256(text: string): string {
  const crypto = builtinModule("node:crypto") as Crypto | undefined;
  if (crypto === undefined) throw new Error("This runtime lacks Node's crypto module, which a digest needs.");
  return `sha256-${crypto.createHash("sha256").update(text).digest("base64url")}`;
}
