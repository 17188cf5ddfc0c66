/** Where in the page one is: the part of the address after `#`. */
import { signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";

export type Route =
  | { readonly page: "start" | "sources" | "history" }
  | { readonly page: "operation"; readonly id: string };

export function parseRoute(hash: string): Route {
  const [, page, id] = /^#\/([a-z]+)(?:\/(.+))?$/.exec(hash) ?? [];
  if (page === "operations" && id !== undefined) return { page: "operation", id: decoded(id) };
  if (page === "sources" || page === "history") return { page };
  return { page: "start" };
}

export function routeHash(route: Route): string {
  if (route.page === "operation") return `#/operations/${encodeURIComponent(route.id)}`;
  return route.page === "start" ? "#/" : `#/${route.page}`;
}

/** A key that somebody put into the address: `#key=…`. */
export function keyInHash(hash: string): string | undefined {
  if (!hash.startsWith("#key=")) return undefined;
  return decoded(hash.slice("#key=".length).split("&", 1)[0] ?? "").trim() || undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export interface PageRouter {
  readonly route: ReadonlySignal<Route>;
  go(route: Route): void;
}

export interface PageRouterOptions {
  /** A key that came with the address; it is no longer there. */
  readonly onKey: (key: string) => void;
}

export function createPageRouter({ onKey }: PageRouterOptions): PageRouter {
  const takeKey = (): void => {
    const key = keyInHash(location.hash);
    if (key === undefined) return;
    // Replaced, not followed: neither the address bar nor the browser's history may keep it.
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
      // At once: the event comes only after this turn.
      route.value = next;
    },
  };
}
