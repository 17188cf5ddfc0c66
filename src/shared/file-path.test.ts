import { fileURLToPath, pathToFileURL } from "node:url";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toAbsolutePath, toFileURL } from "./file-path.ts";

describe("when a path becomes a URL", () => {
  it("leads back to the same file, whatever its name", () => {
    const segment = fc.string({ unit: "grapheme", minLength: 1 }).filter((name) => !/[/\0]|^\.\.?$/.test(name));
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1 }), (segments) => {
        const path = `/${segments.join("/")}`;
        expect(fileURLToPath(toFileURL(path))).toBe(path);
      }),
    );
  });

  it.each(["/a/b.js", "/a b/ü%20#1?.js", "/back\\slash.js", "/line\nbreak.js"])("agrees with Node on %j", (path) => {
    expect(new URL(toFileURL(path)).href).toBe(pathToFileURL(path).href);
  });

  it.each([
    ["C:\\ops\\a b.js", "file:///C:/ops/a%20b.js"],
    ["C:/ops/a.js", "file:///C:/ops/a.js"],
    ["\\\\server\\share\\a.js", "file://server/share/a.js"],
  ])("knows Windows' path %s", (path, url) => {
    expect(toFileURL(path)).toBe(url);
  });
});

describe("when a path is made absolute", () => {
  it.each([
    ["ops", "/home", "/home/ops"],
    ["./ops/", "/home/", "/home/ops"],
    [".", "/home", "/home"],
    ["../ops", "/home", "/home/../ops"],
    ["/ops/", "/home", "/ops"],
    ["/", "/home", "/"],
    ["C:\\ops", "D:\\home", "C:\\ops"],
    ["ops", "D:\\home", "D:\\home/ops"],
  ])("%s in %s is %s", (path, cwd, absolute) => {
    expect(toAbsolutePath(path, cwd)).toBe(absolute);
  });
});
