import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { spawnToEnd } from "./spawn-to-end.ts";
import { projectRoot } from "../support/run-program.ts";
import { makeTempFolder } from "../support/temp-folder.ts";

/** The oldest compiler that we support, and ours. */
export const compilers = {
  "TypeScript 5.9": join(projectRoot, "tests/package/node_modules/typescript-5.9/bin/tsc"),
  "TypeScript 7": join(projectRoot, "node_modules/typescript/bin/tsc"),
} as const;

/** Every flag that makes TypeScript stricter. */
const compilerOptions = {
  target: "es2022",
  lib: ["es2022", "dom", "esnext.disposable"],
  types: [],
  module: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  noEmit: true,
};

export interface Compiled {
  /** What the compiler says, without the statistics. */
  readonly errors: string;
  readonly instantiations: number;
}

/** Compiles files in a project of their own, in which our built package is installed. */
export async function compile(
  files: Readonly<Record<string, string>>,
  options: CompileOptions = {},
): Promise<Compiled> {
  const output = await runCompiler(files, options, "--extendedDiagnostics");
  const statistics = output.search(/^Files:/m);
  return {
    errors: (statistics === -1 ? output : output.slice(0, statistics)).trim(),
    instantiations: Number(/^Instantiations:\s+(\d+)/m.exec(output)?.[1]),
  };
}

/** The declarations of our package that the compiler reads for these files. It checks nothing. */
export async function declarationsRead(
  files: Readonly<Record<string, string>>,
  compiler: keyof typeof compilers,
): Promise<string[]> {
  const output = await runCompiler(files, { compiler, checksDeclarations: false }, "--listFilesOnly");
  return output.split("\n").filter((file) => file.startsWith(join(projectRoot, "dist")));
}

async function runCompiler(
  files: Readonly<Record<string, string>>,
  { compiler = "TypeScript 7", checksDeclarations = true, packages = [], emitsDeclarations = false }: CompileOptions,
  flag: string,
): Promise<string> {
  const folder = makeTempFolder("declarations");
  try {
    await mkdir(join(folder, "node_modules/@alkdev"), { recursive: true });
    await symlink(projectRoot, join(folder, "node_modules/@alkdev/operations"), "dir");
    for (const name of packages) {
      await symlink(join(projectRoot, "node_modules", name), join(folder, "node_modules", name), "dir");
    }
    const options = { ...compilerOptions, skipLibCheck: !checksDeclarations, declaration: emitsDeclarations };
    const config = { compilerOptions: options, include: ["*.ts"] };
    const all = { ...files, "tsconfig.json": JSON.stringify(config), "package.json": '{ "type": "module" }' };
    await Promise.all(Object.entries(all).map(([name, text]) => writeFile(join(folder, name), text)));
    return await spawnToEnd(process.execPath, [compilers[compiler], "-p", folder, flag]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface CompileOptions {
  readonly compiler?: keyof typeof compilers | undefined;
  /** Whether to check declaration files too, ours and those of all packages. Default: true. */
  readonly checksDeclarations?: boolean | undefined;
  /** Packages that the project has installed beside ours. */
  readonly packages?: readonly string[] | undefined;
  /** Whether the compiler emits declarations for the files. For that, it must be able to name every type. */
  readonly emitsDeclarations?: boolean | undefined;
}
