/** The index of the ADRs lists each with a status. Code and documents cite only ADRs that exist, and links lead on. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../support/run-program.ts";

const read = (file: string): string => readFileSync(join(projectRoot, file), "utf8");

const files = readdirSync(join(projectRoot, "docs/adr")).filter((name) => /^\d{4}-.*\.md$/.test(name));
const numberOf = (file: string): number => Number(file.slice(0, 4));
const numbers = new Set(files.map(numberOf));

/** `| [12](0012-explorer.md) | The explorer | accepted |` */
const ROW = /^\| \[(\d+)\]\(([^)]+)\) +\| (.+?) +\| (.+?) +\|$/gm;
const rows = Array.from(read("docs/adr/README.md").matchAll(ROW), ([, number, file = "", title = "", status = ""]) => ({
  number: Number(number),
  file,
  title,
  status,
}));

const STATUS = /^(?:accepted\b|(?:partly )?superseded by \[\d+\])/;
/** `ADR 5`, `ADRs 5 and 7`, `ADR [5](…)`, and names of files. The seeds have ADRs of their own: `ADR-002`. */
const CITED = /\bADRs?\s(?:\[?\d+\]?(?:\([^)]*\))?(?:, | and )?)+|\badr\/\d{4}\b|\b00\d\d-[a-z][a-z-]+\.md\b/g;
const CITING = ["src", "explorer/src", "docs", "tests", "scripts", "bench", "house", "examples", "CONTRIBUTING.md"];
const NOT_OURS = /^(?:node_modules|dist|\..*)$/;
const TEXT = /\.(?:tsx?|js|mjs|json|md|ya?ml)$/;

function citedNumbers(text: string): number[] {
  return Array.from(text.matchAll(CITED)).flatMap(([cited]) =>
    Array.from(cited.replaceAll(/\([^)]*\)/g, "").matchAll(/\d+/g), ([digits]) => Number(digits)),
  );
}

describe("the index of the ADRs", () => {
  it("lists each ADR once", () => {
    expect(rows.map(({ file }) => file).sort()).toEqual([...files].sort());
  });

  it.each(rows)("has the title of ADR $number, and a status", ({ number, file, title, status }) => {
    expect(numberOf(file)).toBe(number);
    expect(read(`docs/adr/${file}`).split("\n", 1)[0]).toBe(`# ${number}. ${title}`);
    expect(status).toMatch(STATUS);
  });
});

/** Files below a path, without what is installed or built. */
function filesBelow(path: string): string[] {
  if (statSync(join(projectRoot, path)).isFile()) return [path];
  return readdirSync(join(projectRoot, path))
    .filter((name) => !NOT_OURS.test(name))
    .flatMap((name) => filesBelow(`${path}/${name}`));
}

describe("a link of an ADR or a note of measurements", () => {
  it("leads to a file", () => {
    const links = ["docs/adr", "bench/notes"].flatMap(filesBelow).flatMap((name) =>
      Array.from(read(name).matchAll(/\]\((?!\w+:|#)([^)#]+)/g), ([, link = ""]) => ({
        name,
        target: join(projectRoot, name, "..", link),
      })),
    );
    expect(links.length).toBeGreaterThan(numbers.size);
    expect(links.filter(({ target }) => !existsSync(target))).toEqual([]);
  });
});

describe("a citation of an ADR", () => {
  it("names one that exists", () => {
    const texts = CITING.flatMap(filesBelow).filter((name) => TEXT.test(name) && !name.endsWith("/adr-index.test.ts"));
    const cited = texts.flatMap((name) => citedNumbers(read(name)).map((number) => ({ name, number })));
    expect(cited.length).toBeGreaterThan(numbers.size);
    expect(cited.filter(({ number }) => !numbers.has(number))).toEqual([]);
  });
});
