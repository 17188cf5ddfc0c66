/** A newer Node has WebSockets of its own, which say nothing about what went wrong. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { isLeftOut } from "../support/left-out.ts";
import { projectRoot } from "../support/run-program.ts";
import { findNewerNode } from "./run-on-command-line.ts";

const dist = process.env["OPERATIONS_DIST"] ?? join(projectRoot, "dist");

describe.skipIf(isLeftOut("runtimes") || process.platform !== "linux")("a spoke on a newer Node", () => {
  beforeAll(async () => await ensureSubPackage("tests/runtimes"));

  it("says why its hub cannot be reached", async () => {
    const program = `
      const { connectSpoke } = await import(${JSON.stringify(join(dist, "websocket.js"))});
      await connectSpoke({ url: "ws://127.0.0.1:1/ws" }).catch(({ message }) => console.log(message));`;
    const args = ["--input-type=module", "--eval", program];
    const { stdout } = await promisify(execFile)(findNewerNode() ?? "", args, { cwd: projectRoot, timeout: 60_000 });
    expect(stdout).toContain("ws://127.0.0.1:1/ws is not reachable: connect ECONNREFUSED 127.0.0.1:1");
  });
});
