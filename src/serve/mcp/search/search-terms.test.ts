import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitWords, toTerm } from "./search-terms.ts";

const termsOf = (text: string): string[] =>
  splitWords(text)
    .map(toTerm)
    .filter((term) => term !== undefined);

describe("when text is split into terms", () => {
  it("takes names apart at dots, dashes, underscores and capitals", () => {
    expect(termsOf("github.issues_create-comment")).toEqual(["github", "issue", "create", "comment"]);
    expect(termsOf("createHTTPServer2Go")).toEqual(["createhttpserver2go", "create", "http", "server2", "go"]);
  });

  it("makes one term of a word's forms", () => {
    expect(termsOf("Issue issues ISSUES")).toEqual(["issue", "issue", "issue"]);
    expect(termsOf("repository repositories branch branches café cafe")).toEqual(
      "repository repository branch branch cafe cafe".split(" "),
    );
    expect(termsOf("status address")).toEqual(["status", "address"]);
  });

  it("leaves out words that say nothing, and keeps those of other languages", () => {
    expect(termsOf("please list the pull requests of a repository")).toEqual(["list", "pull", "request", "repository"]);
    expect(termsOf("Größe ändern 東京")).toEqual(["große", "andern", "東京"]);
  });

  it("takes any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const term of termsOf(text)) expect(term.length).toBeGreaterThan(0);
      }),
    );
    expect(termsOf("A".repeat(10_000))[0]).toHaveLength(40);
  });
});
