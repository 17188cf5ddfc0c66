import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolders } from "../temp-folder.test-support.ts";
import { configProblems } from "./config-problems.test-support.ts";
import { loadConfig } from "./load-config.ts";

const folderWith = tempFolders();
const problemsOf = configProblems(folderWith);

describe("a config that is a module", () => {
  it.each(["ts", "mjs"])("runs a module in .%s", async (type) => {
    const note = type === "ts" ? ": string" : "";
    const cwd = await folderWith({
      [`operations.config.${type}`]: `const name${note} = "of a module";\nexport default { name, serve: { port: 0 } };\n`,
    });
    expect((await loadConfig(undefined, { cwd })).config).toEqual({ name: "of a module", serve: { port: 0 } });
  });

  it.each([
    ["ts", (name: string) => `const name: string = "${name}";\nexport default { name };\n`],
    ["mjs", (name: string) => `export default { name: "${name}" };\n`],
    ["js", (name: string) => `module.exports = { name: "${name}" };\n`],
  ])("runs a module in .%s again when it is read again", async (type, textOf) => {
    const name = `operations.config.${type}`;
    const cwd = await folderWith({ [name]: textOf("before"), "package.json": "{}" });
    expect((await loadConfig(undefined, { cwd })).config.name).toBe("before");
    await writeFile(join(cwd, name), textOf("after"));
    expect((await loadConfig(undefined, { cwd })).config.name).toBe("after");
  });

  it.each(["() => ({ name: 'made' })", "async () => ({ name: 'made' })", "Promise.resolve({ name: 'made' })"])(
    "accepts the result of %s in a module",
    async (exported) => {
      for (const type of ["ts", "mjs"]) {
        const cwd = await folderWith({ [`operations.config.${type}`]: `export default ${exported};\n` });
        expect((await loadConfig(undefined, { cwd })).config).toEqual({ name: "made" });
      }
    },
  );

  it.each([
    ["export const config = { name: 'a' };", "it exports no config as default"],
    ["export default () => undefined;", "it exports no config as default"],
    ["export default 3;", "expected object, received 3"],
    ["export default () => { throw new Error('no luck'); };", "it can't be read: no luck"],
    ["export default Promise.reject(new Error('no luck'));", "it can't be read: no luck"],
    ["throw new Error('no luck');", "it can't be read: no luck"],
    ["", "the file is empty"],
  ])("explains in one sentence why it refuses the module %j", async (text, message) => {
    for (const type of ["ts", "mjs"]) {
      const problems = await problemsOf({ [`operations.config.${type}`]: text });
      expect(problems.map((problem) => problem.message)).toEqual([message]);
    }
  });

  it("says what a module that exports no config has to export", async () => {
    const [problem] = await problemsOf({ "operations.config.ts": "export const config = {};" });
    expect(problem?.hint).toBe("write `export default { … }`, or export a function that returns the config");
  });
});
