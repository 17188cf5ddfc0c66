import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { Terminal } from "../terminal/terminal.ts";
import { noteMembers } from "./note-members.ts";

const plain = { isJSON: false, isEnvelope: false };

async function noted(stripped: unknown, form = plain, filled?: unknown): Promise<string> {
  const stderr = new PassThrough({ encoding: "utf8" });
  const terminal = new Terminal({ stdin: new PassThrough(), stdout: new PassThrough(), stderr }, { NO_COLOR: "1" });
  const hasSaid = await noteMembers({ meta: { source: "local", stripped, filled } }, form, terminal);
  const text = (stderr.read() as string | null) ?? "";
  expect(hasSaid).toBe(text !== "");
  return text;
}

describe("when members of a result were stripped", () => {
  test("the note names them, and how to keep them", async () => {
    expect(await noted({ count: 1, paths: ["/secret"] })).toBe(
      "note: 1 member was left out, because the output schema does not name it: /secret. " +
        '"output: keep" in the config, for all sources or one, keeps such members.\n',
    );
    expect(await noted({ count: 9, paths: ["/a", "/b/c"] })).toMatch(
      /9 members were left out.* name them: \/a, \/b\/c, …\. /,
    );
  });

  test("a name cannot move the cursor or add a line", async () => {
    const note = await noted({ count: 1, paths: ["/\u001b[2J\nerror: gone"] });
    expect(note).toContain("/\\u001b[2J error: gone.");
    expect(note.split("\n")).toHaveLength(2);
  });

  test("there is no note with JSON for programs, with an envelope, or without stripped members", async () => {
    const stripped = { count: 1, paths: ["/a"] };
    expect(await noted(stripped, { ...plain, isJSON: true })).toBe("");
    expect(await noted(stripped, { ...plain, isEnvelope: true })).toBe("");
    expect([await noted(undefined), await noted("all"), await noted({ count: 0, paths: [] })]).toEqual(["", "", ""]);
  });
});

describe("when members of a result were filled in", () => {
  test("a note says that the source did not send them", async () => {
    expect(await noted(undefined, plain, { count: 1, paths: ["/anonymous_access_enabled"] })).toBe(
      "note: 1 member was filled in with the default of the output schema, because the source did not send it: " +
        "/anonymous_access_enabled.\n",
    );
    expect(await noted(undefined, plain, { count: 7, paths: ["/a", "/b"] })).toMatch(
      /^note: 7 .* them: \/a, \/b, …\.\n$/,
    );
  });

  test("it stands beside the note about what was stripped", async () => {
    const one = { count: 1, paths: ["/a"] };
    expect((await noted(one, plain, one)).match(/^note: /gm)).toHaveLength(2);
    expect(await noted(one, { ...plain, isJSON: true }, one)).toBe("");
  });
});
