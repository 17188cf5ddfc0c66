import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { findExternalImports } from "../support/module-graph.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

const contentTypes: Record<string, string> = {
  ".js": "text/javascript",
  ".map": "application/json",
};

export interface PageServer {
  /** A page whose policy forbids all code generation. */
  strictUrl: string;
  /** The same page with `unsafe-eval`. */
  evalUrl: string;
  close(): Promise<void>;
}

/** Serves `dist` and two pages that run the scenario, on a free port of the loopback interface. */
export async function startPageServer(dist: string): Promise<PageServer> {
  const dependencies = await bundleDependencies(join(dist, "index.js"));
  const imports = { "@alkdev/operations": "/dist/index.js", ...urlsOf(dependencies) };
  const importMap = JSON.stringify({ imports });
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    if (path === "/strict" || path === "/eval") {
      response.setHeader("content-type", "text/html");
      response.setHeader("content-security-policy", policy(importMap, path === "/eval"));
      response.end(page(importMap));
      return;
    }
    response.setHeader("content-type", contentTypes[extname(path)] ?? "application/octet-stream");
    readAsset(path, { dist, dependencies }).then(
      (content) => response.end(content),
      () => response.writeHead(404).end(),
    );
  });
  const origin = await listen(server);
  return {
    strictUrl: `${origin}/strict`,
    evalUrl: `${origin}/eval`,
    close: () => close(server),
  };
}

/** Browsers do not know node_modules, so each imported package is bundled into one file. */
async function bundleDependencies(entry: string): Promise<Map<string, string>> {
  const specifiers = new Set((await findExternalImports(entry)).map(({ specifier }) => specifier));
  const bundles = [...specifiers].map(async (specifier) => {
    const options = { bundle: true, write: false, format: "esm", platform: "browser" } as const;
    const { outputFiles } = await build({ entryPoints: [specifier], ...options });
    return [specifier, outputFiles[0]?.text ?? ""] as const;
  });
  return new Map(await Promise.all(bundles));
}

function urlsOf(dependencies: Map<string, string>): Record<string, string> {
  return Object.fromEntries([...dependencies.keys()].map((name) => [name, `/dependencies/${name}.js`]));
}

function page(importMap: string): string {
  return `<!doctype html><meta charset="utf-8"><title>scenario</title>
<script type="importmap">${importMap}</script>
<script type="module" src="/page.js"></script>`;
}

function policy(importMap: string, allowEval: boolean): string {
  const hash = createHash("sha256").update(importMap).digest("base64");
  return `default-src 'none'; script-src 'self' 'sha256-${hash}'${allowEval ? " 'unsafe-eval'" : ""}`;
}

interface Assets {
  dist: string;
  dependencies: Map<string, string>;
}

async function readAsset(path: string, { dist, dependencies }: Assets): Promise<string> {
  if (path === "/page.js" || path === "/scenario.js") return await readFile(join(here, path), "utf8");
  const dependency = /^\/dependencies\/(.+)\.js$/.exec(path)?.[1];
  if (dependency !== undefined) return dependencies.get(dependency) ?? "";
  // `URL` has removed any dot segments.
  if (path.startsWith("/dist/")) return await readFile(join(dist, path.slice("/dist/".length)), "utf8");
  throw new Error(`nothing at ${path}`);
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
