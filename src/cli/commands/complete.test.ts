import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { HOST_NAMES } from "../arguments/host-names.ts";
import { parseOptions } from "../arguments/parse-options.ts";
import { Terminal } from "../terminal/terminal.ts";
import { run } from "./complete.ts";

async function completions(...words: string[]): Promise<string[]> {
  const stdout = new PassThrough();
  const terminal = new Terminal({ stdin: new PassThrough(), stdout, stderr: new PassThrough() }, {});
  await run({ options: parseOptions(["--", ...words], []), terminal, version: "1.0.0" });
  return String(stdout.read() ?? "")
    .split("\n")
    .slice(0, -1);
}

it.each([
  ["keys", ["add", "list", "rotate", "revoke"]],
  ["approvals", ["list", "show", "approve", "deny", "watch", "link"]],
  ["install", [...HOST_NAMES, "generic"]],
  ["completion", ["bash", "zsh", "fish"]],
  ["logs", []],
])("completes the first operand of %s", async (command, expected) => {
  expect(await completions(command, "")).toEqual(expected);
  expect(await completions(command, expected[0] ?? "x", "")).toEqual([]);
});
