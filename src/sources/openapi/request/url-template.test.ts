import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { OperationShape } from "../operation/operation-shape.ts";
import { URLTemplate } from "./url-template.ts";
import { parameterOf, shapeOf } from "../../../../tests/support/http-calls.ts";

const buildUrl = (shape: OperationShape, input: Record<string, unknown>, at: URL): URL =>
  new URLTemplate(shape, at).expand(input);

const base = new URL("https://api.example.com/v1/");
const pet = shapeOf({
  path: "/pets/{id}",
  parameters: [
    parameterOf("id", "path"),
    parameterOf("q", "query"),
    parameterOf("r", "query", { allowReserved: true }),
  ],
});

describe("when a URL is built", () => {
  it("appends the path to the base, with or without a trailing slash", () => {
    expect(buildUrl(pet, { id: 7 }, base).href).toBe("https://api.example.com/v1/pets/7");
    expect(buildUrl(pet, { id: 7 }, new URL("https://api.example.com")).href).toBe("https://api.example.com/pets/7");
  });

  it("keeps the query of the base and of the path's template", () => {
    const shape = shapeOf({ path: "/rpc?action=list#top", parameters: [parameterOf("q", "query")] });
    const url = buildUrl(shape, { q: "a b" }, new URL("https://api.example.com/?api-version=2"));
    expect(url.href).toBe("https://api.example.com/rpc?api-version=2&action=list&q=a%20b");
  });

  it("expands placeholders in the query of the path's template, and lets no value add to it", () => {
    const parameters = [parameterOf("a", "path"), parameterOf("b", "path", { allowReserved: true })];
    const shape = shapeOf({ path: "/find?a={a}&b={b}", parameters });
    expect(buildUrl(shape, { a: "x&y#", b: "..&c=d" }, base).search).toBe("?a=x%26y%23&b=..%26c=d");
  });

  it("expands several placeholders in one segment", () => {
    const shape = shapeOf({ path: "/{a}.{b}/x", parameters: [parameterOf("a", "path"), parameterOf("b", "path")] });
    expect(buildUrl(shape, { a: "x/y", b: "z" }, base).pathname).toBe("/v1/x%2Fy.z/x");
  });

  it("writes a whole query string from a `querystring` parameter", () => {
    const parameters = [parameterOf("q", "querystring", { mediaType: "application/x-www-form-urlencoded" })];
    expect(buildUrl(shapeOf({ parameters }), { q: { a: "1&2", b: [3, 4] } }, base).search).toBe("?a=1%262&b=3&b=4");
    const json = [parameterOf("q", "querystring", { mediaType: "application/json" })];
    expect(buildUrl(shapeOf({ parameters: json }), { q: { a: 1 } }, base).search).toBe("?%7B%22a%22%3A1%7D");
  });

  it("writes a parameter with `content` as that media type", () => {
    const parameters = [parameterOf("filter", "query", { mediaType: "application/json" })];
    expect(buildUrl(shapeOf({ parameters }), { filter: { a: "&" } }, base).search).toBe(
      "?filter=%7B%22a%22%3A%22%26%22%7D",
    );
  });
});

describe("when a value tries to change the request", () => {
  it("keeps `../admin` within its segment", () => {
    expect(buildUrl(pet, { id: "../admin" }, base).pathname).toBe("/v1/pets/..%2Fadmin");
    expect(buildUrl(pet, { id: "..\\admin?x#y" }, base).pathname).toBe("/v1/pets/..%5Cadmin%3Fx%23y");
  });

  it.each(["", ".", "..", null])("refuses %j as a path segment", (id) => {
    expect(() => buildUrl(pet, { id }, base)).toThrow(
      expect.objectContaining({ code: "VALIDATION_ERROR", phase: "notStarted" }) as Error,
    );
  });

  it("refuses dots that two values form together, and encoded dots that reserved expansion keeps", () => {
    const two = shapeOf({ path: "/{a}{b}", parameters: [parameterOf("a", "path"), parameterOf("b", "path")] });
    expect(() => buildUrl(two, { a: ".", b: "." }, base)).toThrow("may not be empty, `.` or `..`");
    const open = shapeOf({ path: "/{a}", parameters: [parameterOf("a", "path", { allowReserved: true })] });
    expect(() => buildUrl(open, { a: "%2E%2e" }, base)).toThrow("may not be empty, `.` or `..`");
    expect(buildUrl(open, { a: "/etc/x;y" }, base).pathname).toBe("/v1/%2Fetc%2Fx;y");
  });

  it("never adds a parameter or a fragment, for any text", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 30 });
    fc.assert(
      fc.property(text, text, text, (id, q, r) => {
        fc.pre(!["", ".", ".."].includes(id));
        const url = buildUrl(pet, { id, q, r }, base);
        expect(url.origin).toBe(base.origin);
        expect(url.hash).toBe("");
        expect(url.pathname.split("/").map(decodeURIComponent)).toEqual(["", "v1", "pets", id]);
        const pairs = url.search.slice(1).split("&");
        expect(pairs.map((pair) => pair.split("=")[0])).toEqual(["q", "r"]);
        expect(decodeURIComponent((pairs[0] ?? "").slice(2))).toBe(q);
      }),
    );
  });

  it("refuses an unpaired surrogate, which UTF-8 cannot encode", () => {
    expect(() => buildUrl(pet, { id: "a", q: "\uD800" }, base)).toThrow(
      "/q of the input: it holds an unpaired surrogate",
    );
  });

  it("takes nothing from the input's prototype", () => {
    const shape = shapeOf({ parameters: [parameterOf("toString", "query"), parameterOf("__proto__", "query")] });
    expect(buildUrl(shape, {}, base).search).toBe("");
  });
});

describe("when the document tries to change the request", () => {
  it.each(["//evil.example/x", "@evil.example/", "/x@evil.example", ":8080/x"])(
    "stays at the base for the path %s",
    (path) => {
      expect(buildUrl(shapeOf({ path }), {}, base).origin).toBe(base.origin);
    },
  );

  it.each(["/../../admin", "/..\\..\\admin", "/%2e%2e/%2e%2e/admin"])(
    "refuses the path %s, which leaves the base",
    (path) => {
      expect(() => buildUrl(shapeOf({ path }), {}, base)).toThrow("leaves https://api.example.com/v1");
    },
  );

  it("fails when a placeholder has no parameter", () => {
    expect(() => buildUrl(shapeOf({ path: "/{nobody}" }), {}, base)).toThrow("declares no parameter for {nobody}");
  });
});
