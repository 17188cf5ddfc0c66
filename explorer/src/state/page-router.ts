/** The current page, from the part of the address after `#`. */
import { signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import { decodePercent } from "../../../src/shared/json/json-pointer.ts";

export type Route =
  | { readonly page: "start" | "sources" | "history" }
  | { readonly page: "operation"; readonly id: string };

export function parseRoute(hash: string): Route {
  const [, page, id] = /^#\/([a-z]+)(?:\/(.+))?$/.exec(hash) ?? [];
  if (page === "operations" && id !== undefined) return { page: "operation", id: decodePercent(id) };
  if (page === "sources" || page === "history") return { page };
  return { page: "start" };
}

export function routeHash(route: Route): string {
  if (route.page === "operation") return `#/operations/${encodeURIComponent(route.id)}`;
  return route.page === "start" ? "#/" : `#/${route.page}`;
}

/** A key in the address: `#key=…`. */
export function keyInHash(hash: string): string | undefined {
  if (!hash.startsWith("#key=")) return undefined;
  return decodePercent(hash.slice("#key=".length).split("&", 1)[0] ?? "").trim() || undefined;
}

export interface PageRouter {
  readonly route: ReadonlySignal<Route>;
  go(route: Route): void;
}

export interface PageRouterOptions {
  /** Called with a key from the address, after removing it there. */
  readonly onKey: (key: string) => void;
}

export function createPageRouter({ onKey }: PageRouterOptions): PageRouter {
  const takeKey = (): void => {
    const key = keyInHash(location.hash);
    if (key === undefined) return;
    // Replace the address, so that neither the address bar nor the browser's history keeps the key.
    history.replaceState(null, "", `${location.pathname}${location.search}#/`);
    onKey(key);
  };
  takeKey();
  const route = signal(parseRoute(location.hash));
  addEventListener("hashchange", () => {
    takeKey();
    route.value = parseRoute(location.hash);
  });
  return {
    route,
    go(next) {
      const hash = routeHash(next);
      if (location.hash === hash) return;
      location.hash = hash;
      // Set it now: the event fires only after this turn.
      route.value = next;
    },
  };
}
