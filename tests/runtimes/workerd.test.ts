import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { isLeftOut } from "../support/left-out.ts";
import { projectRoot } from "../support/run-program.ts";
import { makeTempFolder } from "../support/temp-folder.ts";

const folder = join(projectRoot, "tests/workerd");

/** `workerd test` calls the worker's `test` handler and exits. It opens no port. */
const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .worker)]);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.mjs")],
  compatibilityDate = "2025-06-01",
);
`;

describe.skipIf(isLeftOut("workerd"))("when a worker makes its registry at module scope", () => {
  const temporary = makeTempFolder("workerd");

  beforeAll(() => ensureSubPackage("tests/workerd"), 600_000);
  afterAll(() => rm(temporary, { recursive: true, force: true }));

  it("answers calls, although code generation was allowed at start and is refused now", async () => {
    const outfile = join(temporary, "worker.mjs");
    await build({ entryPoints: [join(folder, "worker.ts")], outfile, bundle: true, format: "esm", target: "es2022" });
    await writeFile(join(temporary, "config.capnp"), config);
    const workerd = join(folder, "node_modules/.bin/workerd");
    const { stdout } = await promisify(execFile)(workerd, ["test", join(temporary, "config.capnp")], {
      timeout: 60_000,
    });
    expect(JSON.parse(stdout.trim())).toEqual({
      atStart: { generates: true, errors: 1 },
      later: false,
      data: { pet: { kind: "dog", name: "Rex" } },
      code: "VALIDATION_ERROR",
    });
  });
});
