import { describe, expect, it } from "vitest";
import { parseDocument } from "./parse-document.ts";

const dense = `[${"{},".repeat(200_000)}{}]`;
const limits = { values: 1_000_000 };

describe("when a document holds more values than it may", () => {
  it.each([
    ["JSON", dense, "PAYLOAD_TOO_LARGE"],
    ["YAML", `# YAML\na: ${dense}`, "VALIDATION_ERROR"],
  ])("refuses it: %s", async (_format, text, code) => {
    await expect(parseDocument(text, { location: "api", limits })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(/api .*more values than .*1000000/) as string,
    });
  });

  it.each([
    ["JSON", `{"a":${dense},"maximum":9223372036854775807}`],
    ["YAML", `# YAML\na: ${dense}\nmaximum: 9223372036854775807`],
    ["YAML with aliases", `# YAML\na: &a ${dense}\nb: *a\nmaximum: 9223372036854775807`],
  ])("reads it if the config says so, with the bounds of numbers as numbers: %s", async (_format, text) => {
    const read = (await parseDocument(text, { location: "api", limits: { values: 10_000_000 } })) as { a: unknown[] };
    expect(read.a).toHaveLength(200_001);
    expect(read).toMatchObject({ maximum: 2 ** 63 });
  });
});
