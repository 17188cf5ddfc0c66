import { expect, it } from "vitest";
import { bytesOf, progressText } from "./format-data.ts";

it("takes a text in base64 as bytes if the schema says what kind they are", () => {
  const schema = { type: "string", contentEncoding: "base64", contentMediaType: "image/png" };
  expect(bytesOf("iVBO", schema)).toEqual(Buffer.from("iVBO", "base64"));
  expect(bytesOf("no base64!", schema)).toBeUndefined();
  expect(bytesOf("iVBO", { type: "string", contentEncoding: "base64" })).toBeUndefined();
  expect(bytesOf({ $bytes: "iVBO" }, undefined)).toEqual(Buffer.from("iVBO", "base64"));
});

it.each([
  [{ progress: 1, total: 3, message: "reading" }, "33 % reading"],
  [{ progress: 5, total: 4 }, "100 %"],
  [{ progress: -1, total: 4 }, "0 %"],
  [{ progress: 7 }, "7"],
  [{ progress: 7, total: 0, message: "files" }, "7 files"],
])("%j is %j", (progress, text) => {
  expect(progressText(progress)).toBe(text);
});
