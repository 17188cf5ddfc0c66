import { describe, expect, it } from "vitest";
import { atOnce } from "../../shared/time/slices.ts";
import { OperationIndex } from "./operation-index.ts";
import type { RankOptions } from "./operation-index.ts";
import type { SearchedOperation } from "./search-text.ts";

function indexOf(...operations: Array<Partial<SearchedOperation> & { readonly id: string }>): OperationIndex {
  const index = new OperationIndex();
  for (const operation of operations) index.add(searched(operation));
  return index;
}

function searched(operation: Partial<SearchedOperation> & { readonly id: string }): SearchedOperation {
  const at = operation.id.lastIndexOf(".");
  return { namespace: operation.id.slice(0, at), name: operation.id.slice(at + 1), description: "", ...operation };
}

function idsFor(index: OperationIndex, text: string, options?: RankOptions): string[] {
  return atOnce(index.rank(text, options)).map(({ id }) => id);
}

describe("when operations are ranked by words", () => {
  it("ranks an exact id first, then an exact name, then an exact title", () => {
    const index = indexOf(
      { id: "git.other", description: "Create a pull request, create pull requests, pull, request, create" },
      { id: "git.titled", title: "Create a pull request" },
      { id: "git.createPullRequest", title: "Something else" },
    );
    expect(idsFor(index, "create a pull request")[0]).toBe("git.titled");
    expect(idsFor(index, "create pull request")[0]).toBe("git.createPullRequest");
    expect(idsFor(index, "git.other")[0]).toBe("git.other");
  });

  it("finds plurals, other endings, synonyms, beginnings and misspellings, in this order", () => {
    const index = indexOf(
      { id: "a.issue", description: "One issue" },
      { id: "a.connect", description: "Connects to something" },
      { id: "a.remove", description: "Removes a thing" },
      { id: "a.repository", description: "A repository" },
    );
    expect(idsFor(index, "issues")[0]).toBe("a.issue");
    expect(idsFor(index, "connection")[0]).toBe("a.connect");
    expect(idsFor(index, "erase")[0]).toBe("a.remove");
    expect(idsFor(index, "reposi")[0]).toBe("a.repository");
    expect(idsFor(index, "isseu")[0]).toBe("a.issue");
    expect(idsFor(index, "zzz")).toEqual([]);
  });

  it("treats the last word as a prefix only while the user types", () => {
    const index = indexOf({ id: "a.use", tags: ["cat"] }, { id: "a.category" });
    expect(idsFor(index, "cat")).toEqual(["a.use"]);
    expect(idsFor(index, "cat", { isTyping: true })).toEqual(["a.use", "a.category"]);
  });

  it("prefers what fits one sentence of a long request", () => {
    const index = indexOf(
      { id: "a.weather", description: "Weather forecast of a city" },
      {
        id: "a.mixed",
        description:
          "What friends say, among much else, of dinner, clothes and other plans they have for later in the year",
      },
    );
    const request =
      "My friends come for dinner. I have no plans and no clothes. What is the weather forecast for the city?";
    expect(idsFor(index, request)[0]).toBe("a.weather");
  });

  it("ranks deprecated operations last, but keeps one that is the only match", () => {
    const index = indexOf(
      { id: "a.order", deprecated: true },
      { id: "a.v2.order" },
      { id: "a.refund", deprecated: true },
    );
    expect(idsFor(index, "order")).toEqual(["a.v2.order", "a.order"]);
    expect(idsFor(index, "refund", { limit: 1 })).toEqual(["a.refund"]);
  });

  it("reuses the space of removed operations", () => {
    const index = new OperationIndex();
    for (let round = 0; round < 100; round++) {
      index.add(searched({ id: "a.one", description: `round${round}` }));
      index.add(searched({ id: `a.n${round}`, description: "Passing" }));
      index.remove(`a.n${round}`);
    }
    expect(index.size).toBe(1);
    expect(idsFor(index, "passing")).toEqual([]);
    expect(idsFor(index, "round98 round99")).toEqual(["a.one"]);
  });

  it("pauses after each word, so that a long query over many operations can be sliced", () => {
    const words = Array.from(
      { length: 100 },
      (_, number) => `word${String.fromCodePoint(97 + (number % 26))}${"x".repeat(number)}`,
    );
    const steps = [...indexOf({ id: "a.b", description: words.join(" ") }).rank(words.join(" "))];
    expect(steps.length).toBeGreaterThan(60);
    expect(steps.length).toBeLessThan(70);
  });

  it("answers a request with only common words", () => {
    expect(idsFor(indexOf({ id: "a.what", title: "What can you do" }), "what can you do")).toEqual(["a.what"]);
    expect(idsFor(indexOf({ id: "a.b" }), "?!")).toEqual([]);
  });
});
