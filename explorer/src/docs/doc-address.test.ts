import { describe, expect, test } from "vitest";
import { docAddress, docPageAt, resolveDocLink } from "./doc-address.ts";

describe("the address of a page of the documentation", () => {
  test.each([
    ["/explorer/docs", ""],
    ["/explorer/docs/", ""],
    ["/explorer/docs/guide/hub", "guide/hub"],
    ["/explorer/docs/guide/hub/", "guide/hub"],
    ["/explorer/", undefined],
    ["/explorer/docsomething", undefined],
  ])("%s shows %j", (pathname, page) => {
    expect(docPageAt(pathname)).toBe(page);
  });

  test("shows that page", () => {
    expect(docPageAt(docAddress("guide/hub"))).toBe("guide/hub");
    expect(docAddress("errors", "TIMEOUT")).toBe("/explorer/docs/errors#TIMEOUT");
  });
});

describe("a link of a page", () => {
  test.each([
    ["keys.md", "/explorer/docs/guide/keys"],
    ["../errors.md#TIMEOUT", "/explorer/docs/errors#TIMEOUT"],
    ["#in-a-browser", "/explorer/docs/guide/hub#in-a-browser"],
    ["../README.md", "/explorer/docs/"],
    ["../images/first-home.png", "/explorer/docs/images/first-home.png"],
    ["../../deploy/Dockerfile", "/explorer/docs/files/deploy/Dockerfile.txt"],
    ["https://x.org/a", "https://x.org/a"],
  ])("to %s leads to %s", (href, address) => {
    expect(resolveDocLink(href, "guide/hub")).toBe(address);
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "http://["])("to %s is not a link", (href) => {
    expect(resolveDocLink(href, "guide/hub")).toBeUndefined();
  });
});
