/**
 * `npm run release:check [-- --tag v1.2.3]` checks whether this commit can be released. docs/releasing.md lists the
 * checks.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../run-command.ts";
import { changelogProblems } from "./check-changelog.ts";

interface Manifest {
  readonly version: string;
  readonly repository?: unknown;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly scripts: Readonly<Record<string, string>>;
}

const semanticVersion = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
/** The files that npm packs besides `dist`. */
const notices = new Set(["package.json", "README.md", "LICENSE"]);
const installScripts = ["preinstall", "install", "postinstall"];

const manifest = readJSON("package.json") as Manifest;
const { version } = manifest;
const { values } = parseArgs({ options: { tag: { type: "string", default: `v${version}` } } });

const checks: Record<string, () => string[]> = {
  version: versionProblems,
  changelog: () => changelogProblems(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version),
  commit: () => (run("git", "status", "--porcelain") === "" ? [] : ["the working tree has changes"]),
  tag: tagProblems,
  pack: packProblems,
  provenance: provenanceProblems,
};

for (const [name, check] of Object.entries(checks)) {
  const problems = check();
  console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${name}`);
  for (const problem of problems) console.log(`         ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

function versionProblems(): string[] {
  const lock = readJSON("package-lock.json") as { version: string };
  return [
    ...(semanticVersion.test(version) ? [] : [`${version} is not a semantic version`]),
    ...(lock.version === version ? [] : [`package-lock.json says ${lock.version}: run \`npm install\``]),
  ];
}

function tagProblems(): string[] {
  const { tag } = values;
  if (tag !== `v${version}`) return [`the tag is ${tag}, but the version is ${version}`];
  const tagged = run("git", "tag", "--list", tag) === "" ? undefined : run("git", "rev-list", "-1", tag);
  return tagged === undefined || tagged === run("git", "rev-parse", "HEAD") ? [] : [`${tag} points to another commit`];
}

function packProblems(): string[] {
  const [packed] = JSON.parse(run("npm", "pack", "--dry-run", "--json", "--ignore-scripts")) as [
    { files: { path: string }[] },
  ];
  const files = new Set(packed.files.map(({ path }) => path));
  const targets = Object.values(manifest.exports).flatMap((target) =>
    typeof target === "string" ? [target] : Object.values(target),
  );
  const wanted = [...targets, ...Object.values(manifest.bin), "dist/THIRD-PARTY-LICENSES.txt"];
  const missing = wanted.map((path) => path.replace(/^\.\//, "")).filter((path) => !files.has(path));
  const foreign = [...files].filter((path) => !path.startsWith("dist/") && !notices.has(path));
  return [
    ...missing.map((path) => `${path} is not in the tarball: run \`npm run build\``),
    ...foreign.map((path) => `${path} is in the tarball`),
  ];
}

function provenanceProblems(): string[] {
  const scripts = installScripts.filter((name) => Object.hasOwn(manifest.scripts, name));
  return [
    ...(manifest.repository === undefined ? ["package.json has no `repository`: npm refuses provenance"] : []),
    ...scripts.map((name) => `the script ${name} would run at every install`),
  ];
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: root, encoding: "utf8" }).trim();
}

function readJSON(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}
