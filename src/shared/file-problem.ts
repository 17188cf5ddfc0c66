import { messageOf } from "../errors/call-error.ts";

const REASONS: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `there is no file ${path}`,
  ENOTDIR: (path) => `${path} leads through a file, which is no folder`,
  EISDIR: (path) => `${path} is a folder`,
  EACCES: (path) => `this user may not open ${path}`,
  EPERM: (path) => `this user may not open ${path}`,
};

/** Why a file can't be opened, for the person who has named it. */
export function fileProblem(error: unknown): string {
  const { code, path } = (error ?? {}) as { readonly code?: unknown; readonly path?: unknown };
  const say = typeof code === "string" && Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  return say === undefined || typeof path !== "string" ? messageOf(error) : say(path);
}
