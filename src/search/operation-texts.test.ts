import { describe, expect, it } from "vitest";
import { OperationTexts } from "./operation-texts.ts";
import type { SearchedOperation } from "./ranking/search-text.ts";

function operation(name: string, parameters: readonly string[], namespace = "films"): SearchedOperation {
  return { id: `${namespace}.${name}`, namespace, name, description: `Does ${name}`, parameters };
}

function textsOf(...operations: readonly SearchedOperation[]): string[] {
  const texts = new OperationTexts();
  for (const each of operations) texts.add(each);
  return operations.map((each) => texts.textOf(each));
}

describe("the text of an operation for a model", () => {
  it("says what it does, its name and its parameters", () => {
    const [text] = textsOf(operation("getCast", ["film_id", "The id of a film", "language", ""]));
    expect(text).toBe("Does getCast. films get Cast. film_id, The id of a film, language");
  });

  it("leaves out parameters that many operations of its namespace have, even if only the name is the same", () => {
    const [cast, crew, search] = textsOf(
      operation("cast", ["page", "Which page", "id", "The film"]),
      operation("crew", ["page", "Which page", "id", "The film"]),
      operation("search", ["page", "Which page", "id", "The director"]),
    );
    expect(cast).toBe("Does cast. films cast. The film");
    expect(crew).toBe("Does crew. films crew. The film");
    expect(search).toBe("Does search. films search. The director");
  });

  it("keeps parameters that few operations of a large namespace have", () => {
    const others = Array.from({ length: 97 }, (_, at) => operation(`other${at}`, ["page"]));
    const few = ["one", "two", "three"].map((name) => operation(name, ["page", "actor"]));
    expect(textsOf(...few, ...others)[0]).toBe("Does one. films one. actor");
    expect(textsOf(...few, ...others.slice(0, 17))[0]).toBe("Does one. films one");
  });

  it("does not depend on other namespaces", () => {
    const others = Array.from({ length: 10 }, (_, at) => operation(`other${at}`, ["page"], "books"));
    expect(textsOf(operation("cast", ["page"]), ...others)[0]).toBe("Does cast. films cast. page");
  });

  it("follows the current state of its namespace", () => {
    const texts = new OperationTexts();
    const all = ["one", "two", "three"].map((name) => operation(name, ["page", "page"]));
    for (const each of [...all, ...all]) texts.add(each);
    const [one] = all as [SearchedOperation];
    expect(texts.textOf(one)).toBe("Does one. films one");
    texts.remove("films.three");
    texts.remove("films.three");
    expect(texts.textOf(one)).toBe("Does one. films one. page, page");
  });
});
