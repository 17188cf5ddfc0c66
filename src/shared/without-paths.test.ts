import { expect, it } from "vitest";
import { withoutPaths } from "./without-paths.ts";

it.each([
  ["ENOENT: no such file, open '/home/ada/hub/api.json'", "ENOENT: no such file, open 'api.json'"],
  ["file:///home/ada/api.json can't be read", "api.json can't be read"],
  ["/home/ada/operations.config.json:8:19: sources.a: no", "operations.config.json:8:19: sources.a: no"],
  ["open 'C:\\hub\\api.json'", "open 'api.json'"],
  ["https://api.example/v1/users answered 404", "https://api.example/v1/users answered 404"],
  ["GET /v1 failed", "GET /v1 failed"],
  ["npx -y @scope/server ended", "npx -y @scope/server ended"],
])("leaves only names of files: %s", (text, shown) => {
  expect(withoutPaths(text)).toBe(shown);
});
