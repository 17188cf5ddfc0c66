import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Type } from "typebox";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { defineOperation } from "../operation/define-operation.ts";
import { OperationType } from "../operation/operation-type.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { createSearch } from "./create-search.ts";
import type { Embedder } from "./embedder.ts";
import { vectorFolder } from "./vector-folder.ts";

/** Knows that some words mean the same, and counts the texts that it receives. */
class ConceptEmbedder implements Embedder {
  readonly model: string;
  readonly texts: string[] = [];
  problem: Error | undefined;

  constructor(model = "concepts") {
    this.model = model;
  }

  embed(texts: readonly string[]): Promise<number[][]> {
    if (this.problem !== undefined) return Promise.reject(this.problem);
    this.texts.push(...texts);
    const concepts = [/rain|umbrella|weather/i, /invoice|debt|owe/i, /song|melody/i];
    return Promise.resolve(texts.map((text) => [0.1, ...concepts.map((concept) => (concept.test(text) ? 1 : 0))]));
  }
}

function registryOf(...names: string[]): OperationRegistry {
  return new OperationRegistry().registerAll(names.map((name) => operation(name)));
}

function operation(name: string, description = "", parameter = "none") {
  return defineOperation({
    name,
    namespace: "test",
    version: "1.0.0",
    type: OperationType.QUERY,
    description,
    inputSchema: Type.Object({ value: Type.String({ description: parameter }) }),
    outputSchema: Type.Unknown(),
    accessControl: { requiredScopes: [] },
    handler: () => 1,
  });
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vectors-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("when a search has an embedder", () => {
  it("finds operations by meaning that share no word, and still ranks exact names first", async () => {
    const search = createSearch(registryOf("weather", "invoices", "songs"), { embedder: new ConceptEmbedder() });
    await search.ready();
    expect((await search.search("do I need an umbrella", { limit: 1 }))[0]?.id).toBe("test.weather");
    expect((await search.search("Who owes me? Tell me soon.", { limit: 1 }))[0]?.id).toBe("test.invoices");
    expect((await search.search("songs", { limit: 1 }))[0]?.id).toBe("test.songs");
    search.close();
  });

  it("finds an operation by its parameters", async () => {
    const registry = registryOf("songs").register(operation("forecast", "Tells what comes", "Where the weather is"));
    const search = createSearch(registry, { embedder: new ConceptEmbedder() });
    await search.ready();
    expect((await search.search("umbrella", { limit: 1 }))[0]?.id).toBe("test.forecast");
    search.close();
  });

  it("finds what each sentence of a request asks for, even if another sentence is nearer to every operation", async () => {
    const vectors: Readonly<Record<string, number[]>> = {
      request: [1, 0, 0],
      aside: [0, 1, 0],
      north: [0.9, 0.1, 0.42],
      east: [0.6, 0.1, 0.79],
      south: [0.5, 0.4, 0.77],
      west: [0.1, 0.1, 0.99],
    };
    const vectorOf = (text: string): number[] =>
      Object.entries(vectors).find(([word]) => text.includes(word))?.[1] ?? [0, 0, 1];
    const embedder: Embedder = { model: "places", embed: (texts) => Promise.resolve(texts.map(vectorOf)) };
    const search = createSearch(registryOf("north", "east", "south", "west"), { embedder });
    await search.ready();
    const found = await search.search("My request. An aside.", { limit: 3 });
    expect(found.map(({ id }) => id)).toEqual(["test.north", "test.south", "test.east"]);
    search.close();
  });

  it("does not consider operations similar because they have the same parameters", async () => {
    const embedder = new ConceptEmbedder();
    const registry = new OperationRegistry().registerAll(
      ["one", "two", "three"].map((name) => operation(name, `Does ${name}`, "The page")),
    );
    const search = createSearch(registry, { embedder });
    await search.ready();
    expect(embedder.texts).toEqual(["Does one. test one", "Does two. test two", "Does three. test three"]);
    search.close();
  });

  it("embeds the parameters of an operation with a long description too, and no more than a model reads", async () => {
    const embedder = new ConceptEmbedder();
    const registry = new OperationRegistry().register(operation("long", "word ".repeat(1000), "an invoice"));
    const search = createSearch(registry, { embedder });
    await search.ready();
    expect(embedder.texts[0]).toContain("an invoice");
    expect(Math.max(...embedder.texts.map((text) => text.length))).toBeLessThanOrEqual(1000);
    search.close();
  });

  it("ranks by words until every operation has a vector, and follows the registry", async () => {
    const registry = registryOf("weather", "invoices");
    const search = createSearch(registry, { embedder: new ConceptEmbedder() });
    expect(await search.search("umbrella")).toEqual([]);
    await search.ready();
    expect(await search.search("umbrella")).not.toEqual([]);
    registry.register(operation("songs"));
    await search.ready();
    expect((await search.search("melody", { limit: 1 }))[0]?.id).toBe("test.songs");
    search.close();
  });

  it("ranks by words if the embedder fails or returns nonsense, and says so", async () => {
    const errors: unknown[] = [];
    const failing = new ConceptEmbedder();
    failing.problem = new Error("no model");
    const nonsense: Embedder = { model: "nonsense", embed: () => Promise.resolve([[Number.NaN]]) };
    for (const embedder of [failing, nonsense]) {
      const search = createSearch(registryOf("weather"), { embedder, onError: (error) => errors.push(error) });
      await search.ready();
      expect((await search.search("weather"))[0]?.id).toBe("test.weather");
      search.close();
    }
    expect(errors).toEqual([failing.problem, expect.objectContaining({ code: "EXECUTION_ERROR" })]);
  });

  it("still ranks by words when onError throws, with a warning", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const embedder = new ConceptEmbedder();
    embedder.problem = new Error("no model");
    const onError = (): never => {
      throw new Error("broken listener");
    };
    const search = createSearch(registryOf("weather"), { embedder, onError });
    await search.ready();
    expect((await search.search("weather"))[0]?.id).toBe("test.weather");
    search.close();
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining("createSearch: onError threw: broken listener"),
    );
    warn.mockRestore();
  });
});

describe("when vectors are kept in a folder", () => {
  it("embeds each text once for each model, across all runs", async () => {
    const counts: number[] = [];
    for (const model of ["one", "one", "two"]) {
      const embedder = new ConceptEmbedder(model);
      const search = createSearch(registryOf("weather", "songs"), { embedder, vectors: vectorFolder(folder) });
      await search.ready();
      counts.push(embedder.texts.length);
      search.close();
    }
    expect(counts).toEqual([2, 0, 2]);
  });

  it("embeds texts again whose vectors it cannot read", async () => {
    const first = createSearch(registryOf("songs"), { embedder: new ConceptEmbedder(), vectors: vectorFolder(folder) });
    await first.ready();
    first.close();
    const [file] = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".f32"));
    await writeFile(join(folder, file ?? ""), "broken!");
    const embedder = new ConceptEmbedder();
    const search = createSearch(registryOf("songs"), { embedder, vectors: vectorFolder(folder) });
    await search.ready();
    expect(embedder.texts).toHaveLength(1);
    search.close();
  });
});
