import { describe, expect, test } from "vitest";
import { createDocLibrary } from "./doc-library.ts";
import { openDocSearch } from "./doc-search.ts";

const pages: Readonly<Record<string, string>> = {
  "contents.json": JSON.stringify({
    name: "Docs",
    about: "",
    parts: [
      {
        title: "All",
        about: "",
        pages: [
          { page: "keys", title: "Keys", about: "" },
          { page: "hub", title: "The hub", about: "" },
        ],
      },
    ],
  }),
  "keys.md": "# Keys\n\nWho calls has a key.\n\n## Revoke a key\n\n`operations keys revoke` ends it at once.",
  "hub.md": `# The hub\n\n## Watching it\n\n${"Words without end. ".repeat(20)}Prometheus reads the metrics.`,
};

function serve(address: string): Promise<Response> {
  const name = address.replace("/explorer/docs/", "");
  const text = pages[name];
  return Promise.resolve(text === undefined ? new Response("", { status: 404 }) : new Response(text));
}

describe("the search of the documentation", () => {
  const library = createDocLibrary(serve);

  test("finds sections by their words, with the page that they are on", async () => {
    const found = await openDocSearch(library);
    expect(found.search("revoke")[0]).toMatchObject({
      address: "/explorer/docs/keys#revoke-a-key",
      page: "Keys",
      heading: "Revoke a key",
    });
  });

  test("shows the words around the match", async () => {
    const found = await openDocSearch(library);
    expect(found.search("prometheus")[0]?.excerpt).toMatch(/^… .*Prometheus reads the metrics\.$/);
  });

  test("finds nothing if nothing matches", async () => {
    const found = await openDocSearch(library);
    expect(found.search("zebra")).toEqual([]);
  });
});

describe("the library of pages", () => {
  test("distinguishes a missing page from a failing hub", async () => {
    expect(await createDocLibrary(serve).read("nowhere")).toBeUndefined();
    const failing = createDocLibrary(() => Promise.resolve(new Response("", { status: 503 })));
    await expect(failing.read("keys")).rejects.toThrow("The hub answered 503 for keys.md.");
  });

  test("asks for its contents again after a failure", async () => {
    let isUp = false;
    const library = createDocLibrary((input) =>
      isUp ? serve(input) : Promise.resolve(new Response("", { status: 502 })),
    );
    await expect(library.contents()).rejects.toThrow("502");
    isUp = true;
    expect((await library.contents()).name).toBe("Docs");
  });
});
