import { chooseCoding, encode } from "../../serve/request/compress.ts";
import type { HTTPRoute } from "../../serve/request/http-service.ts";
import { node } from "../config/node-modules.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".map": "application/json",
  // Browsers show plain text, but download `text/markdown`.
  ".md": "text/plain; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

/** Only this origin, and nothing inline. Answers may hold images and sounds. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
};

/** Below it are the explorer's page and files. */
export const EXPLORER_PATH = "/explorer/";
/** Names with a hash of the content: `assets/index-B4x_9aZ1.js`. Those of the documentation have none. */
const HASHED = /^assets\/.*[-.][\w-]{8,}\.\w+$/;
/** The files that compression makes smaller: pictures and fonts are compressed already. */
const COMPRESSED = /\.(?:js|css)$/;

const NOT_BUILT = `The explorer is not built here.

In a checkout, "npm run build" builds it. The rest of this hub works without it.
`;

/** The explorer's page and files. They need no credentials: the page asks for a key, and holds no data before that. */
export function explorerRoute(folder: string | undefined): HTTPRoute {
  const compress = compressOnce();
  return {
    path: EXPLORER_PATH,
    public: true,
    async handle(request) {
      if (request.method !== "GET" && request.method !== "HEAD") {
        return new Response(null, { status: 405, headers: { ...HEADERS, allow: "GET, HEAD" } });
      }
      const { pathname } = new URL(request.url);
      if (pathname === EXPLORER_PATH.slice(0, -1))
        return new Response(null, { status: 308, headers: { location: EXPLORER_PATH } });
      const found = folder === undefined ? undefined : await findFile(folder, pathname.slice(EXPLORER_PATH.length));
      if (found === undefined) {
        const isBuilt = folder !== undefined;
        const text = isBuilt ? "There is no such file.\n" : NOT_BUILT;
        return new Response(text, { status: isBuilt ? 404 : 503, headers: { ...HEADERS, "content-type": TEXT } });
      }
      const { name } = found;
      const isImmutable = HASHED.test(name);
      const isCompressed = isImmutable && COMPRESSED.test(name);
      const { content, headers } = isCompressed ? await compress(found, request) : { ...found, headers: {} };
      return new Response(request.method === "HEAD" ? null : content, {
        headers: {
          ...HEADERS,
          ...headers,
          "content-type": TYPES[node.path.extname(name)] ?? "application/octet-stream",
          "content-length": String(content.byteLength),
          "cache-control": isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
        },
      });
    },
  };
}

interface ExplorerFile {
  readonly name: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

interface EncodedFile {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Compresses each file once, because any client may ask for it at any rate. Its name changes with its content. */
function compressOnce(): (file: ExplorerFile, request: Request) => Promise<EncodedFile> {
  const done = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  return async ({ name, content }, { headers }) => {
    const vary = { vary: "accept-encoding" };
    const coding = chooseCoding(headers.get("accept-encoding") ?? undefined);
    if (coding === undefined) return { content, headers: vary };
    const key = `${coding} ${name}`;
    let encoded = done.get(key);
    if (encoded === undefined) {
      encoded = encode(content, coding);
      done.set(key, encoded);
      // The next request tries again.
      encoded.catch(() => done.delete(key));
    }
    return { content: await encoded, headers: { ...vary, "content-encoding": coding } };
  };
}

const TEXT = "text/plain; charset=utf-8";

/** Redirects people from the bare address of the hub to the explorer. */
export const explorerAtRoot: HTTPRoute = {
  path: "/",
  public: true,
  handle: () => new Response(null, { status: 302, headers: { location: EXPLORER_PATH, "cache-control": "no-store" } }),
};

/** A file of the page. A path without an extension is a route of the page, so it gets the page itself. */
async function findFile(folder: string, path: string): Promise<ExplorerFile | undefined> {
  const name = decoded(path);
  if (name === undefined || name.includes("\0") || name.split(/[\\/]/).includes("..")) return undefined;
  const wanted = name === "" || node.path.extname(name) === "" ? "index.html" : name;
  try {
    return { name: wanted, content: new Uint8Array(await node.files.readFile(node.path.join(folder, wanted))) };
  } catch {
    return undefined;
  }
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** The built page, seen from a built chunk, from the built entry, and from the source. */
export function findExplorerFolder(): string | undefined {
  const candidates = ["./explorer/", "../explorer/", "../../../dist/explorer/"];
  return candidates
    .map((candidate) => node.url.fileURLToPath(new URL(candidate, import.meta.url)))
    .find((folder) => node.fs.existsSync(node.path.join(folder, "index.html")));
}
