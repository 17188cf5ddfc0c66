/** The operations that the user may call, as a tree and as search results. */
import { batch, computed, effect, signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { ApiClient } from "../api/api-client.ts";
import type { ListedOperation } from "../api/contract.ts";
import { buildTree, groupings, groupsAround, openAtFirst, visibleRows } from "../catalogue/operation-tree.ts";
import type { Grouping, TreeRow } from "../catalogue/operation-tree.ts";
import type { CatalogueIndex } from "../catalogue/catalogue-index.ts";
import { browserStorage, readStored, writeStored } from "../kept/stored.ts";
import { whenTrue } from "./when-true.ts";

export interface OperationCatalogue {
  readonly operations: ReadonlySignal<readonly ListedOperation[] | undefined>;
  /** Whether the user may call it. */
  has(id: string): boolean;
  readonly failure: ReadonlySignal<unknown>;
  readonly query: Signal<string>;
  /** Undefined without a query, and while the index is being built. */
  readonly results: ReadonlySignal<readonly ListedOperation[] | undefined>;
  readonly rows: ReadonlySignal<readonly TreeRow[]>;
  /** How the tree divides namespaces. This browser remembers it. */
  readonly grouping: ReadonlySignal<Grouping>;
  groupBy(grouping: Grouping): void;
  /** The best match, without waiting for a pause in typing. Undefined if the query changes meanwhile. */
  findFirst(): Promise<ListedOperation | undefined>;
  /** The best matches for a text other than `query`. None while the index is being built. */
  find(text: string): readonly ListedOperation[];
  /** Another one when another list can be searched. Undefined while the first is being built. */
  readonly searchIndex: ReadonlySignal<unknown>;
  setOpen(path: string, isOpen: boolean): void;
  /** Opens the groups around an operation. */
  reveal(id: string): void;
  refresh(): Promise<void>;
  clear(): void;
}

/** The search starts after this many milliseconds without a key press, so that it never slows down typing. */
const TYPING_PAUSE = 60;
const GROUPING = "operations.grouping";

export function createOperationCatalogue(client: ApiClient): OperationCatalogue {
  const operations = signal<readonly ListedOperation[] | undefined>(undefined);
  const failure = signal<unknown>(undefined);
  const query = signal("");
  const index = signal<CatalogueIndex | undefined>(undefined);
  const open = signal<ReadonlySet<string>>(new Set());
  let etag: string | undefined;
  /** Counts the users of this tab, so that one user never sees an answer meant for another. */
  let users = 0;

  const byId = computed(() => new Map(operations.value?.map((operation) => [operation.id, operation])));
  const stored = readStored(browserStorage, GROUPING);
  const grouping = signal<Grouping>(groupings.find((name) => name === stored) ?? "tag");
  const tree = computed(() => buildTree(operations.value ?? [], grouping.value));
  const rows = computed(() => visibleRows(tree.value, open.value));
  const searched = signal("");
  const results = computed(() => (searched.value.trim() === "" ? undefined : index.value?.search(searched.value)));
  let searching: ReturnType<typeof setTimeout> | undefined;
  const searchNow = (): void => {
    clearTimeout(searching);
    searched.value = query.value;
  };
  const findFirst = async (): Promise<ListedOperation | undefined> => {
    const asked = query.value;
    searchNow();
    // A fast typist may be ahead of the index.
    await whenTrue(() => asked.trim() === "" || query.value !== asked || results.value !== undefined);
    return query.value === asked ? results.value?.[0] : undefined;
  };
  effect(() => {
    clearTimeout(searching);
    if (query.value.trim() === "") searched.value = "";
    else searching = setTimeout(searchNow, TYPING_PAUSE);
  });

  const prepareSearch = async (next: readonly ListedOperation[]): Promise<void> => {
    try {
      // A separate file, so that the list appears before the search code has loaded.
      const search = await import("../catalogue/catalogue-index.ts");
      const made = await search.buildCatalogueIndex(next);
      // A newer list may have arrived meanwhile.
      if (operations.value === next) index.value = made;
    } catch {
      // The file could not be loaded. Reload the list, which tries again.
      etag = undefined;
    }
  };

  const take = (next: readonly ListedOperation[]): void => {
    const isFirst = operations.value === undefined;
    batch(() => {
      operations.value = next;
      if (isFirst) open.value = new Set([...open.value, ...openAtFirst(tree.value)]);
    });
    void prepareSearch(next);
  };

  return {
    operations,
    has: (id) => byId.value.has(id),
    failure,
    query,
    results,
    rows,
    grouping,
    groupBy(next) {
      writeStored(browserStorage, GROUPING, next);
      grouping.value = next;
    },
    findFirst,
    find: (text) => index.value?.search(text) ?? [],
    searchIndex: index,
    setOpen(path, isOpen) {
      const next = new Set(open.value);
      if (isOpen) next.add(path);
      else next.delete(path);
      open.value = next;
    },
    reveal(id) {
      const operation = byId.value.get(id);
      const around = operation === undefined ? [] : groupsAround(tree.value, operation);
      if (around.some((path) => !open.value.has(path))) open.value = new Set([...open.value, ...around]);
    },
    async refresh() {
      const user = users;
      try {
        const answer = await client.operations(etag);
        if (user !== users) return;
        failure.value = undefined;
        if (answer === undefined) return;
        etag = answer.etag;
        take(answer.operations);
      } catch (error) {
        if (user === users) failure.value = error;
        throw error;
      }
    },
    clear() {
      users++;
      etag = undefined;
      batch(() => {
        operations.value = undefined;
        failure.value = undefined;
        index.value = undefined;
        query.value = "";
        open.value = new Set();
      });
    },
  };
}
