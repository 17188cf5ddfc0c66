import { expect, it } from "vitest";
import { encodedTexts } from "./encoded-texts.ts";

const png = { type: "string", contentEncoding: "base64", contentMediaType: "image/png" };
const found = (schema: unknown, data: unknown): string[] =>
  Array.from(encodedTexts(schema, data), ({ text, mediaType }) => `${mediaType} ${text}`);

it("finds texts in base64 with a media type, wherever the schema has them", () => {
  const schema = {
    $defs: { Picture: png },
    anyOf: [
      { type: "null" },
      { $ref: "#/$defs/Object" },
      { properties: { list: { items: { $ref: "#/$defs/Picture" } } } },
    ],
    properties: { one: png, pair: { prefixItems: [{}, png] }, rest: { additionalProperties: png } },
  };
  const data = { one: "AA==", list: ["BBBB", "CCCC"], pair: ["no", "DDDD"], rest: { any: "EEEE" }, other: "FFFF" };
  expect(
    found(schema, data)
      .map((text) => text.slice(-4))
      .toSorted(),
  ).toEqual(["AA==", "BBBB", "CCCC", "DDDD", "EEEE"]);
  expect(found(png, "iVBO")).toEqual(["image/png iVBO"]);
});

it("leaves out texts that are not base64, or of no known kind", () => {
  expect(found(png, "no base64!")).toEqual([]);
  expect(found({ type: "string", contentEncoding: "base64" }, "AAAA")).toEqual([]);
  expect(found({ $ref: "#" }, "AAAA")).toEqual([]);
});

it("reads a long text of spaces once: in quadratic time, it would take minutes", { timeout: 10_000 }, () => {
  expect(found(png, `${" ".repeat(200_000)}!`)).toEqual([]);
});

it("stops in data of any size and depth", () => {
  const schema = { items: { $ref: "#" }, anyOf: [{ $ref: "#" }, { $ref: "#" }] };
  const deep = Array.from({ length: 2000 }).reduce<unknown>((inner) => [inner], "AAAA");
  expect(found(schema, [deep, Array.from({ length: 100_000 }, () => "AAAA")])).toEqual([]);
});
