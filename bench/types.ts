/**
 * `tsx bench/types.ts` counts what the compiler does for 100 operations and a typed client: type instantiations and
 * processor seconds, of our package and of its peers. The programs take turns, so that a noisy machine is equally noisy
 * for all. Processor time excludes the time that the compiler waits.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { spawnSync } from "node:child_process";
import { ensureBuilt } from "../scripts/ensure-built.ts";
import { root } from "../scripts/run-command.ts";
import { ensureSubPackage } from "../scripts/sub-package.ts";
import { median } from "./median.ts";
import { formatRatio } from "./print-table.ts";
import { recordRatio } from "./record-ratio.ts";
import { OPERATIONS, oRPCProgram, oursProgram, tRPCProgram } from "./types/programs.ts";
import type { Program } from "./types/programs.ts";

const peers = join(root, "bench/types/node_modules");

/** Seconds need several rounds. The old compiler takes ten times as long. */
const compilers = {
  "TypeScript 7": { path: join(root, "node_modules/typescript/bin/tsc"), rounds: 7 },
  "TypeScript 5.9": { path: join(peers, "typescript-5.9/bin/tsc"), rounds: 5 },
} as const;

/** Where the programs find their packages. */
const packages = {
  "@alkdev/operations": root,
  "@orpc/client": join(peers, "@orpc/client"),
  "@orpc/server": join(peers, "@orpc/server"),
  "@trpc/client": join(peers, "@trpc/client"),
  "@trpc/server": join(peers, "@trpc/server"),
  valibot: join(root, "node_modules/valibot"),
  zod: join(peers, "zod"),
};

const compilerOptions = {
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable", "esnext.disposable"],
  types: [],
  module: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
};

interface Compiled {
  readonly instantiations: number;
  /** Processor time, in all threads of the compiler. */
  readonly seconds: number;
}

await ensureBuilt();
await ensureSubPackage("bench/types");

const tRPC = tRPCProgram();
const mixed = oursProgram("operations, mixed schemas", ["typebox", "plain", "zod", "valibot"]);
const programs: readonly Program[] = [
  tRPC,
  oRPCProgram(),
  mixed,
  oursProgram("operations, Zod", ["zod"]),
  oursProgram("operations, TypeBox", ["typebox"]),
  oursProgram("operations, JSON Schema", ["plain"]),
];
let isTooDear = false;
const folder = mkdtempSync(join(tmpdir(), "operations-types-"));
try {
  for (const compiler of Object.keys(compilers) as Array<keyof typeof compilers>) compare(compiler);
} finally {
  rmSync(folder, { recursive: true });
}
if (isTooDear) console.log(`\nbudget not met: mixed schemas cost more instantiations or time than ${tRPC.name}`);

function compare(compiler: keyof typeof compilers): void {
  const { rounds } = compilers[compiler];
  const results = new Map<Program, Compiled[]>(programs.map((program) => [program, []]));
  for (let round = 0; round < rounds; round++) {
    for (const program of programs) results.get(program)?.push(compile(program, compiler));
  }
  const middle = (program: Program, of: (compiled: Compiled) => number): number =>
    median((results.get(program) ?? []).map(of));
  const width = Math.max(...programs.map(({ name }) => name.length));
  const ratios = (program: Program, of: (compiled: Compiled) => number): number[] =>
    (results.get(program) ?? []).map((each, round) => {
      const peer = results.get(tRPC)?.[round];
      return peer === undefined ? Number.NaN : of(each) / of(peer);
    });
  console.log(`\n${OPERATIONS} operations with a client, ${compiler} (median of ${rounds})`);
  console.log(`  ${"".padEnd(width)}  instantiations   ratio   processor  ratio`);
  for (const program of programs) {
    const instantiations = middle(program, ({ instantiations }) => instantiations);
    const seconds = middle(program, ({ seconds }) => seconds);
    console.log(
      `  ${program.name.padEnd(width)}  ${instantiations.toLocaleString("en-GB").padStart(14)}  ` +
        `${formatRatio(median(ratios(program, (each) => each.instantiations))).padStart(5)}x  ` +
        `${seconds.toFixed(2).padStart(7)} s  ${formatRatio(median(ratios(program, (each) => each.seconds)))}x`,
    );
  }
  const ratio = median(ratios(mixed, (each) => each.instantiations));
  recordRatio(`${compiler}: instantiations of mixed schemas, over tRPC with Zod`, "lower", ratio);
  const seconds = ratios(mixed, (each) => each.seconds);
  recordRatio(`${compiler}: processor seconds of mixed schemas, over tRPC with Zod`, "lower", seconds);
  isTooDear ||= ratio > 1 || median(seconds) > 1;
}

function compile(program: Program, compiler: keyof typeof compilers): Compiled {
  const project = join(folder, `${programs.indexOf(program)}`);
  mkdirSync(project, { recursive: true });
  for (const [name, target] of Object.entries(packages)) {
    const link = join(project, "node_modules", name);
    rmSync(link, { force: true });
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link, "dir");
  }
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  writeFileSync(join(project, "program.ts"), program.text);
  // The shell's `times` prints its own processor time, then that of its children and their children.
  const { stdout, stderr, status } = spawnSync(
    "sh",
    ["-c", '"$@" && times', "sh", process.execPath, compilers[compiler].path, "-p", project, "--extendedDiagnostics"],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`${program.name} does not compile with ${compiler}:\n${stdout}${stderr}`);
  const spent = [...stdout.matchAll(/(\d+)m([\d.]+)s/g)]
    .slice(-2)
    .map(([, minutes, rest]) => Number(minutes) * 60 + Number(rest));
  return {
    instantiations: Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1]),
    seconds: spent.reduce((sum, each) => sum + each, 0),
  };
}
