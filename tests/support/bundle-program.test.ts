import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { bundleProgram } from "./bundle-program.ts";
import { startChildPeer } from "./child-peer.ts";

describe("when a program is bundled", () => {
  it("runs like its source, and leaves nothing behind", async () => {
    const bundle = await bundleProgram(fileURLToPath(new URL("programs/echo-peer.ts", import.meta.url)));
    const peer = startChildPeer(bundle.path);
    await peer.ready;
    expect(await peer.end()).toEqual({ code: 0, signal: null });
    bundle.remove();
    expect(existsSync(bundle.path)).toBe(false);
  });

  it("reports what is wrong with its source", async () => {
    await expect(bundleProgram("/nonexistent/program.ts")).rejects.toThrow("Could not resolve");
  });
});
