import { build } from "esbuild";

export interface ExternalImport {
  specifier: string;
  /** False for `import()` of a literal, which loads at first use. */
  isStatic: boolean;
}

/** All imports of the module at `entry`, and of the files it bundles, from outside those files. */
export async function findExternalImports(entry: string): Promise<ExternalImport[]> {
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    packages: "external",
    external: ["node:*"],
    format: "esm",
    platform: "neutral",
    metafile: true,
    write: false,
    logLevel: "silent",
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports.filter(({ external }) => external));
  return imports.map(({ path, kind }) => ({ specifier: path, isStatic: kind === "import-statement" }));
}

/** `name` of `name/sub/path`, scopes included. */
export function packageNameOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
