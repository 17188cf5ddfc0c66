import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bundleDeclarations } from "../../scripts/declarations/bundle-declarations.ts";
import { makeTempFolder } from "../support/temp-folder.ts";

let folder: string;

beforeEach(() => {
  folder = makeTempFolder("bundle");
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Bundles modules; those in `entries/` are the entries, and `kinds` is a package that is bundled. */
async function bundle(modules: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const from = join(folder, "from");
  const to = join(folder, "to");
  for (const [path, text] of Object.entries(modules)) {
    await mkdir(dirname(join(from, path)), { recursive: true });
    await writeFile(join(from, path), text);
  }
  const entries = (await readdir(join(from, "entries"))).map((name) => name.slice(0, -".d.ts".length));
  await bundleDeclarations({ from, to, entries, packages: new Map([["kinds", join(from, "kinds/index.d.mts")]]) });
  const files = (await readdir(to, { recursive: true })).filter((name) => name.endsWith(".d.ts"));
  return Object.fromEntries(
    await Promise.all(files.map(async (name) => [name, await readFile(join(to, name), "utf8")])),
  );
}

describe("when declarations are bundled", () => {
  it("keeps each declaration as written, with its own and its entry's comment, and leaves out unused ones", async () => {
    const files = await bundle({
      "entries/index.d.ts":
        '/** The entry. */\nexport { make } from "../make.ts";\nexport type { Made } from "../make.ts";\n',
      "make.d.ts": `/**
 * Makes.
 *
 * @module
 */
import type { Part } from "./part.ts";
/** What is made. */
export declare class Made {
    #private;
    /** Of this. */
    readonly part: Part;
}
/** From nothing. */
export declare function make(): Made;
/** From something. */
export declare function make(part: Part): Made;
export declare const unused: 1;
`,
      "part.d.ts": "/** A part. */\nexport interface Part {\n    size: number;\n}\n",
    });
    expect(files).toEqual({
      "index.d.ts": `/** The entry. */
/** A part. */
interface Part {
    size: number;
}
/** What is made. */
declare class Made {
    #private;
    /** Of this. */
    readonly part: Part;
}
/** From nothing. */
declare function make(): Made;
/** From something. */
declare function make(part: Part): Made;
export { make, type Made };
`,
    });
  });

  it("puts a type that two entries need into one file, so that it stays one type", async () => {
    const files = await bundle({
      "entries/a.d.ts": 'export { Both } from "../both.ts";',
      "entries/b.d.ts": 'export declare function use(both: import("../both.ts").Both): void;',
      "both.d.ts": "export declare class Both {\n    #private;\n}",
    });
    expect(files["shared/both.d.ts"]).toBe("declare class Both {\n    #private;\n}\nexport { Both };\n");
    expect(files["a.d.ts"]).toBe('import { Both } from "./shared/both.js";\nexport { Both };\n');
    expect(files["b.d.ts"]).toBe(
      'import { Both } from "./shared/both.js";\ndeclare function use(both: Both): void;\nexport { use };\n',
    );
  });

  it("renames the second of two declarations with the same name, and only its own uses", async () => {
    const { "index.d.ts": text } = await bundle({
      "entries/index.d.ts": 'export type { A } from "../a.ts";\nexport type { B } from "../b.ts";',
      "a.d.ts": "type Same = 1;\nexport type A = Same;",
      "b.d.ts":
        "type Same = 2;\nexport type B = { Same: Same } | (string extends infer Same ? Same : Same) | (<Same>() => Same);",
    });
    expect(text).toBe(
      "type Same = 1;\ntype A = Same;\ntype Same_2 = 2;\n" +
        "type B = { Same: Same_2 } | (string extends infer Same ? Same : Same_2) | (<Same>() => Same);\nexport { A, B };\n",
    );
  });

  it("distinguishes the meanings of a name", async () => {
    const files = await bundle({
      "entries/index.d.ts": 'export { Kinds } from "kinds";',
      "kinds/index.d.mts": "export * as Kinds from './kinds.mjs';",
      "kinds/kinds.d.mts": `import * as Result from './result.mjs';
export declare function Record<Result extends Result.Yes>(of: Result): Record<string, Result>;
export { _Array_ as Array };
declare function _Array_(): Array<1>;
`,
      "kinds/result.d.mts": "export interface Yes {\n}\n",
    });
    expect(files["shared/kinds.d.ts"]).toBe(`interface Yes {
}
declare namespace Kinds {
  export { Record, _Array_ as Array };
}
declare function Record<Result extends Yes>(of: Result): Record<string, Result>;
declare function _Array_(): Array<1>;
export { Kinds };
`);
  });

  it("does not hide the language's own types", async () => {
    const { "index.d.ts": text } = await bundle({
      "entries/index.d.ts": 'export type { Partial } from "../own.ts";\nexport type { Half } from "../half.ts";',
      "own.d.ts": "export type Partial = 1;",
      "half.d.ts": "export type Half = Partial<{ a: 1 }>;",
    });
    expect(text).toBe("type Partial_2 = 1;\ntype Half = Partial<{ a: 1 }>;\nexport { Half, Partial_2 as Partial };\n");
  });

  it("keeps imports of other packages", async () => {
    const { "index.d.ts": text } = await bundle({
      "entries/index.d.ts":
        'import type { Server as Base } from "node:http";\nexport declare class Own extends Base<typeof import("node:fs")> {\n}',
    });
    expect(text).toBe(
      'import { Server as Base } from "node:http";\ndeclare class Own extends Base<typeof import("node:fs")> {\n}\nexport { Own };\n',
    );
  });

  it("refuses declarations that it cannot bundle", async () => {
    await expect(bundle({ "entries/a.d.ts": "export declare namespace N {\n}" })).rejects.toThrow(
      /a\.d\.ts: cannot bundle a TSModuleDeclaration/,
    );
    await expect(bundle({ "entries/a.d.ts": 'export type { X } from "kinds/x";' })).rejects.toThrow(
      "imports kinds/x, of which only kinds is bundled",
    );
    await expect(
      bundle({
        "entries/a.d.ts": 'import type { One as Two } from "../one.ts";\nexport type A<One> = One | Two;',
        "one.d.ts": "export type One = 1;",
      }),
    ).rejects.toThrow("One is another thing inside A");
  });
});
