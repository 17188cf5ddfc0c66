import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { explorerRoute } from "./explorer-files.ts";

const SCRIPT = "console.log('hello');\n".repeat(100);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "explorer-files-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<!doctype html>");
  await writeFile(join(folder, "assets", "index-B4x_9aZ1.js"), SCRIPT);
});
afterAll(() => rm(folder, { recursive: true }));

async function get(path: string, accepted?: string): Promise<Response> {
  const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
  const request = new Request(`http://localhost/explorer/${path}`, { headers });
  return await explorerRoute(folder).handle(request, { identity: undefined, address: undefined });
}

describe("a file of the page", () => {
  it.each([
    ["br", "gzip, deflate, br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
  ])("is sent as %s to a browser that accepts %s", async (coding, accepted, decode) => {
    const response = await get("assets/index-B4x_9aZ1.js", accepted);
    expect(response.headers.get("content-encoding")).toBe(coding);
    expect(response.headers.get("vary")).toBe("accept-encoding");
    const body = new Uint8Array(await response.arrayBuffer());
    expect(response.headers.get("content-length")).toBe(String(body.length));
    expect(body.length).toBeLessThan(SCRIPT.length / 10);
    expect(decode(body).toString()).toBe(SCRIPT);
  });

  it("is sent uncompressed to other clients, and so is the page itself, which may change", async () => {
    const plain = await get("assets/index-B4x_9aZ1.js");
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(await plain.text()).toBe(SCRIPT);
    const page = await get("", "br");
    expect(page.headers.get("content-encoding")).toBeNull();
    expect(page.headers.get("cache-control")).toBe("no-cache");
  });
});
