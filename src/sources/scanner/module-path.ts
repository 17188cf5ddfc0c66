const WINDOWS_DRIVE = /^[A-Za-z]:[\\/]/;
const WINDOWS_SHARE = /^\\\\/;

/** Declarations, tests and type tests. */
const NO_OPERATION = /\.(?:d|test|spec|test-d)\.(?:ts|js|mjs)$/;

/** Whether a file of this name may hold an operation. */
export function isModuleName(name: string): boolean {
  return /\.(?:ts|js|mjs)$/.test(name) && !NO_OPERATION.test(name) && !name.startsWith(".");
}

/** Whether a folder of this name is looked into. */
export function isScannedFolder(name: string): boolean {
  return name !== "node_modules" && !name.startsWith(".");
}

/** `path` as seen from `cwd`. */
export function toAbsolutePath(path: string, cwd: string): string {
  const isAbsolute = path.startsWith("/") || WINDOWS_DRIVE.test(path) || WINDOWS_SHARE.test(path);
  const relative = path.replace(/^(?:\.[\\/]+)+/, "").replace(/^\.$/, "");
  const joined = isAbsolute ? path : `${withoutEndSlash(cwd)}/${relative}`;
  return withoutEndSlash(joined) || "/";
}

/** The `file:` URL of an absolute path. Node's `pathToFileURL` does the same, but browsers have no `node:url`. */
export function toFileURL(path: string): string {
  if (WINDOWS_SHARE.test(path)) return `file:${encodePath(path.replaceAll("\\", "/"))}`;
  if (WINDOWS_DRIVE.test(path)) return `file:///${encodePath(path.replaceAll("\\", "/"))}`;
  return `file://${encodePath(path)}`;
}

function withoutEndSlash(path: string): string {
  return path.replace(/\/+$/, "");
}

/** Elsewhere than on Windows a file's name may hold a backslash, and anywhere `%`, `?` or `#`. */
function encodePath(path: string): string {
  return encodeURI(path).replaceAll("?", "%3F").replaceAll("#", "%23");
}
