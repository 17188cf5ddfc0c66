import * as fc from "fast-check";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { Node } from "jsonc-parser";
import { expect, it } from "vitest";
import { offsetOf, readJSONParts } from "./json-positions.ts";

type Path = (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, member]) =>
    pathsOf(member, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return [path, ...inner];
}

it("finds every value and every name where a parser of JSON finds them", () => {
  fc.assert(
    fc.property(fc.json(), fc.integer({ min: 0, max: 4 }), (json, indent) => {
      const value: unknown = JSON.parse(json);
      const text = JSON.stringify(value, undefined, indent);
      const { root } = readJSONParts(text);
      const tree = parseTree(text) as Node;
      const paths = pathsOf(value);
      const named = paths.filter((path) => typeof path.at(-1) === "string");
      expect(paths.map((path) => offsetOf(root, path))).toEqual(
        paths.map((path) => findNodeAtLocation(tree, path)?.offset),
      );
      expect(named.map((path) => offsetOf(root, path, "key"))).toEqual(
        named.map((path) => findNodeAtLocation(tree, path)?.parent?.offset),
      );
    }),
  );
});

it("finds the nearest value around one that is missing", () => {
  const { root } = readJSONParts('{ "a": [1, { "b": 2 }] }');
  expect(offsetOf(root, ["a", 1, "c", "d"])).toBe(11);
  expect(offsetOf(root, ["x"], "key")).toBe(0);
  expect(offsetOf(root, ["a", 0], "key")).toBe(7);
});

it("counts levels, and notes names that an object has twice, whatever their escapes", () => {
  const text = String.raw`{"a": [{"a": "\\\"}"}], "\u0061": {}, "b": ":,"}`;
  const { depth, repeated } = readJSONParts(text);
  expect(depth).toBe(3);
  expect(repeated).toEqual([text.indexOf("\\u0061") - 1]);
});
