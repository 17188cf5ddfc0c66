/** Checks the Dockerfile, and runs its steps on this machine below a folder: no container engine is available here. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { replaceAll } from "../support/docs-sample.ts";
import { findFreePort } from "../support/free-port.ts";
import { isLeftOut } from "../support/left-out.ts";
import { projectRoot } from "../support/run-program.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { readDockerfile } from "./support/dockerfile.ts";
import type { Dockerfile } from "./support/dockerfile.ts";
import { packInto } from "../support/pack-into.ts";
import { startHubProgram } from "./support/started-program.ts";
import type { StartedProgram } from "./support/started-program.ts";

const run = promisify(execFile);
const original = await readFile(join(projectRoot, "deploy/Dockerfile"), "utf8");

/** Root runs the hub as `nobody`, others as themselves. */
const isRoot = process.getuid?.() === 0;
const [uid, gid] = isRoot ? [65_534, 65_534] : [process.getuid?.() ?? 0, process.getgid?.() ?? 0];

describe.skipIf(isLeftOut("deploy-tools"))("the Dockerfile", () => {
  it("passes dockerfilelint", () => {
    const { run: lint } = createRequire(import.meta.url)("dockerfilelint/lib/index.js") as {
      run: (folder: string, text: string) => unknown[];
    };
    expect(lint(projectRoot, "FROM node:latest\nRUN sudo apt-get install x")).not.toEqual([]);
    expect(lint(projectRoot, original)).toEqual([]);
  });

  it("runs as a user who is not root", () => {
    expect(readDockerfile(original).one("USER")).toBe("node");
  });
});

describe("the steps of the Dockerfile", () => {
  let folder: string;
  let url: string;
  let file: Dockerfile;
  let started: StartedProgram | undefined;
  const inFolder = (path: string): string => join(folder, path);
  const environment = (): Record<string, string | undefined> => ({ PATH: process.env["PATH"], ...file.env });
  const checkHealth = async (): Promise<number> => {
    const [command = "", ...args] = JSON.parse(/CMD (.*)$/.exec(file.one("HEALTHCHECK"))?.[1] ?? "[]") as string[];
    return await run(command, args, { env: environment() }).then(
      () => 0,
      ({ code }: { code: number }) => code,
    );
  };

  beforeAll(async () => {
    folder = makeTempFolder("container");
    await chmod(folder, 0o755);
    const port = String(await findFreePort());
    url = `http://127.0.0.1:${port}`;
    const moved = replaceAll(original, {
      "/opt/operations": inFolder("/opt/operations"),
      "/etc/operations": inFolder("/etc/operations"),
      "/var/lib": inFolder("/var/lib"),
      "/var/cache": inFolder("/var/cache"),
      "node:node": `${uid}:${gid}`,
      "7411": port,
    });
    file = readDockerfile(moved);
    await mkdir(file.one("WORKDIR"), { recursive: true });
    const tarball = await packInto(folder);
    for (const command of file.all("RUN")) {
      await run("sh", ["-ec", command], { cwd: file.one("WORKDIR"), env: { ...environment(), PACKAGE: tarball } });
    }
    await writeFile(inFolder("/etc/operations/operations.config.yaml"), "name: contained\n");
  });
  afterAll(async () => {
    started?.child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  });

  it("make a hub that is healthy, keeps its key private, and exits with 0 when it is stopped", async () => {
    expect(await checkHealth()).toBe(1);
    const command = [...file.list("ENTRYPOINT"), ...file.list("CMD")];
    started = await startHubProgram(command, {
      url,
      cwd: file.one("WORKDIR"),
      env: file.env,
      uid: isRoot ? uid : undefined,
    });
    expect(await checkHealth()).toBe(0);
    const key = await stat(inFolder("/var/lib/operations/key"));
    expect([key.uid, key.mode & 0o777]).toEqual([uid, 0o600]);
    expect(started.output()).toMatch(/Answers to +localhost, /);
    const exited = once(started.child, "exit");
    started.child.kill("SIGTERM");
    expect(await exited).toEqual([0, null]);
    expect(await checkHealth()).toBe(1);
  });
});
