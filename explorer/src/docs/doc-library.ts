/** The pages of the documentation, as the hub has them. */
import { docAddress } from "./doc-address.ts";

export interface ListedDoc {
  /** `guide/hub`. */
  readonly page: string;
  readonly title: string;
  /** What it covers, in a few words. Markdown. */
  readonly about: string;
}

export interface DocPart {
  readonly title: string;
  readonly about: string;
  readonly pages: readonly ListedDoc[];
}

export interface DocContents {
  readonly name: string;
  readonly about: string;
  readonly parts: readonly DocPart[];
}

export interface DocLibrary {
  contents(): Promise<DocContents>;
  /** The Markdown of a page; undefined if there is no such page. */
  read(page: string): Promise<string | undefined>;
}

export function createDocLibrary(
  get: (address: string) => Promise<Response> = (address) => fetch(address),
): DocLibrary {
  const load = async (name: string): Promise<Response | undefined> => {
    const answer = await get(docAddress(name));
    if (answer.status === 404) return undefined;
    if (!answer.ok) throw new Error(`The hub answered ${answer.status} for ${name}.`);
    return answer;
  };
  return {
    contents: once(async () => {
      const answer = await load("contents.json");
      if (answer === undefined) throw new Error("This explorer was built without the documentation.");
      return (await answer.json()) as DocContents;
    }),
    read: async (page) => await (await load(`${page.split("/").map(encodeURIComponent).join("/")}.md`))?.text(),
  };
}

/** Keeps what was loaded, and tries again after a failure. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return async () => {
    loaded ??= load();
    try {
      return await loaded;
    } catch (error) {
      loaded = undefined;
      throw error;
    }
  };
}
