/** A page of `examples/`, bundled and served on its own origin. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export interface ServedPage {
  readonly origin: string;
  close(): Promise<void>;
}

/** `script` is the page's program, beside its `index.html`. */
export async function servePage(folder: "browser" | "react", script: string): Promise<ServedPage> {
  const directory = fileURLToPath(new URL(`../../../examples/${folder}/`, import.meta.url));
  const bundled = await build({
    entryPoints: [join(directory, script)],
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    write: false,
  });
  const program = bundled.outputFiles[0]?.text ?? "";
  const html = await readFile(join(directory, "index.html"), "utf8");
  const server = createServer(({ url }, response) => {
    const isProgram = url === `/${script.replace(/\.tsx?$/, ".js")}`;
    if (!isProgram && url !== "/") return void response.writeHead(204).end();
    response.writeHead(200, { "content-type": isProgram ? "text/javascript" : "text/html" });
    response.end(isProgram ? program : html);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
