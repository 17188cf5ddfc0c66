/** Paths of files, in every runtime: browsers have neither `node:path` nor `node:url`. */

const WINDOWS_DRIVE = /^[A-Za-z]:[\\/]/;
const WINDOWS_SHARE = /^\\\\/;

/** `path` as seen from `folder`. */
export function toAbsolutePath(path: string, folder: string): string {
  const isAbsolute = path.startsWith("/") || WINDOWS_DRIVE.test(path) || WINDOWS_SHARE.test(path);
  const relative = path.replace(/^(?:\.[\\/]+)+/, "").replace(/^\.$/, "");
  const joined = isAbsolute ? path : `${withoutEndSlash(folder)}/${relative}`;
  return withoutEndSlash(joined) || "/";
}

/** The `file:` URL of an absolute path, as Node's `pathToFileURL` makes it. */
export function toFileURL(path: string): string {
  if (WINDOWS_SHARE.test(path)) return `file:${encodePath(path.replaceAll("\\", "/"))}`;
  if (WINDOWS_DRIVE.test(path)) return `file:///${encodePath(path.replaceAll("\\", "/"))}`;
  return `file://${encodePath(path)}`;
}

function withoutEndSlash(path: string): string {
  return path.replace(/\/+$/, "");
}

/** A file's name may hold `%`, `?` or `#`, and a backslash everywhere but on Windows. */
function encodePath(path: string): string {
  return encodeURI(path).replaceAll("?", "%3F").replaceAll("#", "%23");
}
