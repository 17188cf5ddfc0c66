import { describe, expect, it } from "vitest";
import { tellingLine } from "./telling-line.ts";

describe("in the output of a process before it ended", () => {
  it.each([
    [
      "MISSING API KEY: set FOO_KEY",
      `Loading…
MISSING API KEY: set FOO_KEY
[eval]:1
throw new Error('boom')
^

Error: boom
    at [eval]:1:7
    at node:internal/main/eval_string:51:3

Node.js v20.20.2`,
    ],
    ["Error: BRAVE_API_KEY environment variable is required", "Error: BRAVE_API_KEY environment variable is required"],
    [
      "TypeError: Cannot read properties of undefined (reading 'x')",
      `file:///srv/index.js:3
const y = config.x.x;
                   ^

TypeError: Cannot read properties of undefined (reading 'x')
    at file:///srv/index.js:3:20

Node.js v22.1.0`,
    ],
    [
      "KeyError: 'GITHUB_TOKEN'",
      `Traceback (most recent call last):
  File "/srv/server.py", line 3, in <module>
    main()
  File "/srv/server.py", line 9, in main
    raise
KeyError: 'GITHUB_TOKEN'`,
    ],
    [
      "Error: Cannot find module '/srv/nope.js'",
      `node:internal/modules/cjs/loader:1210
  throw err;
  ^

Error: Cannot find module '/srv/nope.js'
    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15) {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v20.20.2`,
    ],
    [
      "npm error 404 Not Found - GET the-package-that-is-not-there",
      `npm error code E_NONE
npm error 404 Not Found - GET the-package-that-is-not-there
npm error A complete log of this run can be found in: a-file`.replace("code E_NONE", "code 1"),
    ],
    ["sh: 1: exec: no-such-command: not found", "sh: 1: exec: no-such-command: not found"],
    ["bye", "hello\nbye\n"],
    ["", "\n    at x (y:1:1)\n"],
  ])("%j is the reason", (reason, text) => {
    expect(tellingLine(text.split("\n"))).toBe(reason);
  });
});
