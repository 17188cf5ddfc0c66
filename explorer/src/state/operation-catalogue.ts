/** The operations that this identity may call. */
import { batch, computed, effect, signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { ApiClient } from "../api/api-client.ts";
import type { ListedOperation } from "../api/contract.ts";
import { buildTree, namespacesAround, openAtFirst, visibleRows } from "./operation-tree.ts";
import type { TreeRow } from "./operation-tree.ts";
import type { OperationIndex } from "./operation-index.ts";

export interface OperationCatalogue {
  readonly operations: ReadonlySignal<readonly ListedOperation[] | undefined>;
  readonly failure: ReadonlySignal<unknown>;
  readonly query: Signal<string>;
  /** Undefined while nothing is searched for, or the index is still being made. */
  readonly results: ReadonlySignal<readonly ListedOperation[] | undefined>;
  readonly rows: ReadonlySignal<readonly TreeRow[]>;
  /** What fits best, without waiting for a pause in the typing; undefined when something else is typed meanwhile. */
  findFirst(): Promise<ListedOperation | undefined>;
  setOpen(path: string, isOpen: boolean): void;
  /** Opens the namespaces around an operation. */
  reveal(id: string): void;
  refresh(): Promise<void>;
  clear(): void;
}

/** Typing must not wait for the search: it begins when the keys rest for so many milliseconds. */
const TYPING_PAUSE = 60;

export function createOperationCatalogue(client: ApiClient): OperationCatalogue {
  const operations = signal<readonly ListedOperation[] | undefined>(undefined);
  const failure = signal<unknown>(undefined);
  const query = signal("");
  const index = signal<OperationIndex | undefined>(undefined);
  const open = signal<ReadonlySet<string>>(new Set());
  let etag: string | undefined;

  const tree = computed(() => buildTree(operations.value ?? []));
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
    // Whoever types fast is ahead of the index.
    await until(() => asked.trim() === "" || query.value !== asked || results.value !== undefined);
    return query.value === asked ? results.value?.[0] : undefined;
  };
  effect(() => {
    clearTimeout(searching);
    if (query.value.trim() === "") searched.value = "";
    else searching = setTimeout(searchNow, TYPING_PAUSE);
  });

  const prepareSearch = async (next: readonly ListedOperation[]): Promise<void> => {
    try {
      // Of its own file: the list is there before anybody searches it.
      const search = await import("./operation-index.ts");
      const made = await search.buildOperationIndex(next);
      // A newer list may have come meanwhile.
      if (operations.value === next) index.value = made;
    } catch {
      // Out of reach just now: the next list brings it.
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
    failure,
    query,
    results,
    rows,
    findFirst,
    setOpen(path, isOpen) {
      const next = new Set(open.value);
      if (isOpen) next.add(path);
      else next.delete(path);
      open.value = next;
    },
    reveal(id) {
      const around = namespacesAround(id);
      if (around.some((path) => !open.value.has(path))) open.value = new Set([...open.value, ...around]);
    },
    async refresh() {
      try {
        const answer = await client.operations(etag);
        failure.value = undefined;
        if (answer === undefined) return;
        etag = answer.etag;
        take(answer.operations);
      } catch (error) {
        failure.value = error;
        throw error;
      }
    },
    clear() {
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

/** Resolves when what the condition reads from signals makes it true. */
function until(condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (!condition()) return;
      resolve();
      // Not while it runs for the first time: there is nothing to stop yet.
      queueMicrotask(() => stop());
    });
  });
}
