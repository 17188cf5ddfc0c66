import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitSentences, splitWords } from "./words.ts";

describe("when text is split into words", () => {
  it("splits names at dots, dashes, underscores, capitals and digits", () => {
    expect(splitWords("github.issues_create-comment")).toEqual(["github", "issues", "create", "comment"]);
    expect(splitWords("createHTTPServer2Go v10")).toEqual(["create", "http", "server", "2", "go", "v", "10"]);
  });

  it("strips case, accents and possessives", () => {
    expect(splitWords("Café CAFE the team's users’ don't")).toEqual(["cafe", "cafe", "the", "team", "users", "dont"]);
  });

  it("makes pairs of characters for scripts without spaces, and keeps other languages", () => {
    expect(splitWords("Größe ändern 東京都の天気 東京")).toEqual([
      "große",
      "andern",
      "東京",
      "京都",
      "都の",
      "の天",
      "天気",
      "東京",
    ]);
  });

  it("accepts any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const word of splitWords(text)) expect(word.length).toBeGreaterThan(0);
      }),
    );
    expect(splitWords("A".repeat(10_000))[0]).toHaveLength(40);
  });
});

describe("when a request is split into sentences", () => {
  it("splits at the ends of sentences, and not within names and numbers", () => {
    expect(splitSentences("Call api.github.com. Is 2.5 enough? Yes!\nDone")).toEqual([
      "Call api.github.com",
      " Is 2.5 enough",
      " Yes",
      "Done",
    ]);
    expect(splitSentences("...")).toEqual([]);
  });
});
