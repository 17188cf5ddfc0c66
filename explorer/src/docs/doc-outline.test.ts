import { describe, expect, test } from "vitest";
import { readMarkdown } from "../data/markdown.ts";
import { outlineOf } from "./doc-outline.ts";
import { splitSections } from "./doc-sections.ts";

const PAGE = `# The hub

It runs.

## Who sees what?

- a key
- \`operations:admin\`

## \`startHub\`, from code

| code | meaning |
| --- | --- |
| \`TIMEOUT\` | too late |
| \`TIMEOUT\` | once more |
| other | none |

## Who sees what?
`;

describe("the outline of a page", () => {
  const { headings, rows } = outlineOf(readMarkdown(PAGE));

  test("has a distinct anchor for each heading, as GitHub names them", () => {
    expect([...headings.values()].map(({ id }) => id)).toEqual([
      "the-hub",
      "who-sees-what",
      "starthub-from-code",
      "who-sees-what-1",
    ]);
  });

  test("has an anchor for each row that begins with a name in code", () => {
    expect([...rows.values()]).toEqual(["TIMEOUT"]);
  });
});

describe("the sections of a page", () => {
  test("have the text below each heading, without marks", () => {
    expect(splitSections(PAGE).map(({ id, heading, text }) => [id, heading, text])).toEqual([
      ["", "The hub", "It runs."],
      ["who-sees-what", "Who sees what?", "a key operations:admin"],
      ["starthub-from-code", "startHub, from code", "code meaning TIMEOUT too late TIMEOUT once more other none"],
      ["who-sees-what-1", "Who sees what?", ""],
    ]);
  });
});
