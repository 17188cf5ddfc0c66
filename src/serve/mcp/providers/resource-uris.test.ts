import { assert, oneof, property, string, stringMatching, webUrl } from "fast-check";
import { describe, expect, it } from "vitest";
import { splitNamespace, withNamespace } from "./resource-uris.ts";

const namespace = stringMatching(/^[A-Za-z0-9_-]{1,12}(?:\.[A-Za-z0-9_-]{1,12})?$/);
const uri = oneof(webUrl(), string(), stringMatching(/^[a-z][a-z0-9+.-]{0,5}:(?:\/\/)?[^\s]{0,20}$/));

describe("when a URI of a source is shown to clients", () => {
  it.each([
    ["demo://resource/1", "demo://files/resource/1"],
    ["ui://get-time/app.html", "ui://files/get-time/app.html"],
    ["file:///docs/a.txt", "file://files//docs/a.txt"],
    ["demo://resource/{id}", "demo://files/resource/{id}"],
    ["urn:isbn:1", "urn:files:isbn:1"],
    ["{+path}", "x-mcp://files/{+path}"],
    ["notes", "x-mcp://files/notes"],
  ])("shows %s as %s, with its scheme", (own, shown) => {
    expect(withNamespace(own, "files")).toBe(shown);
  });

  it("finds the source and its own URI again, whatever they are", () => {
    assert(
      property(uri, namespace, (own, source) => {
        expect(splitNamespace(withNamespace(own, source))).toEqual({ namespace: source, uri: own });
      }),
    );
  });

  it("never shows two resources by one URI", () => {
    assert(
      property(uri, namespace, uri, namespace, (one, first, other, second) => {
        if (one === other && first === second) return;
        expect(withNamespace(one, first)).not.toBe(withNamespace(other, second));
      }),
    );
  });
});
