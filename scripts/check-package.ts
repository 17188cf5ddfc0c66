/**
 * Checks the package as users get it. Packs it, runs publint and attw on the tarball, compiles a consumer against it with
 * an old and a new TypeScript, and looks for dead code with knip. Needs `npm run build` first.
 */
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isLeftOut } from "../tests/support/left-out.ts";
import { localTool, mustRun, root, runCommand } from "./run-command.ts";
import { ensureSubPackage } from "./sub-package.ts";

const tools = join(root, "tests", "package");

/** The oldest compiler that we support, and ours. */
const compilers = {
  "TypeScript 5.7": join(tools, "node_modules", "typescript-5.7", "bin", "tsc"),
  "TypeScript 7": localTool("tsc"),
};

/** Stricter than most projects. */
const consumerConfig = {
  compilerOptions: {
    target: "es2022",
    lib: ["es2022", "dom"],
    types: [],
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
  },
  files: ["consumer.ts"],
};

if (isLeftOut("package-tools")) console.log("left out: package checks");
else process.exitCode = (await checkPackage()) ? 0 : 1;

async function checkPackage(): Promise<boolean> {
  await ensureSubPackage("tests/package");
  const folder = await mkdtemp(join(tmpdir(), "operations-package-"));
  try {
    const tarball = await pack(folder);
    const consumer = await installConsumer(folder, tarball);
    const checks = [
      check("publint", localTool("publint", tools), ["run", tarball, "--strict"]),
      check("attw", localTool("attw", tools), [tarball, "--profile", "esm-only", "--no-color", "--no-emoji"]),
      check("knip", localTool("knip", tools), ["--no-progress"]),
      ...Object.entries(compilers).map(([name, compiler]) =>
        check(`consumer on ${name}`, process.execPath, [compiler, "-p", consumer]),
      ),
    ];
    return (await Promise.all(checks)).every(Boolean);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function check(name: string, command: string, args: string[]): Promise<boolean> {
  const passed = (await runCommand(command, args, { quiet: true })) === 0;
  console.log(`${passed ? "ok    " : "FAILED"} ${name}`);
  return passed;
}

/** Skips `prepack`, which would build once more. */
async function pack(folder: string): Promise<string> {
  await mustRun("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { quiet: true });
  const file = (await readdir(folder)).find((name) => name.endsWith(".tgz"));
  if (file === undefined) throw new Error("npm pack made no tarball");
  return join(folder, file);
}

/** Makes a project whose node_modules holds our package and its declared dependencies, and nothing else. */
async function installConsumer(folder: string, tarball: string): Promise<string> {
  const consumer = join(folder, "consumer");
  const modules = join(consumer, "node_modules");
  const installed = join(modules, "@alkdev", "operations");
  await mkdir(installed, { recursive: true });
  await mustRun("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"]);
  const manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8")) as {
    dependencies?: Record<string, string>;
  };
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(root, "node_modules", name), join(modules, name), "dir");
  }
  await writeFile(join(consumer, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await writeFile(join(consumer, "consumer.ts"), await readFile(join(tools, "consumer", "consumer.ts")));
  await writeFile(join(consumer, "tsconfig.json"), JSON.stringify(consumerConfig));
  return consumer;
}
