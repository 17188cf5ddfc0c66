import { toFileURL } from "../shared/file-path.ts";

/** Imports a module by its absolute path or `file:` URL. */
export async function importByURL(path: string): Promise<unknown> {
  const url = path.startsWith("file:") ? path : toFileURL(path);
  // The comments keep bundlers from looking for a module that exists only at run time.
  // oxlint-disable-next-line house/rooms -- It loads a module of the user, not one of ours.
  return (await import(/* webpackIgnore: true */ /* @vite-ignore */ url)) as unknown;
}
