/** The current page, from the part of the address after `#`. */
import { signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import type { LogInCredential } from "../api/api-client.ts";
import { decodePercent } from "../../../src/shared/json/json-pointer.ts";
import { CODE_OPERATION } from "../api/contract.ts";
import { readInputHash } from "./input-link.ts";
import type { LinkedInput } from "./input-link.ts";

const PAGES = ["start", "sources", "history", "approvals", "playground", "connect"] as const;

export type PageName = (typeof PAGES)[number];

export type Route = { readonly page: PageName } | { readonly page: "operation"; readonly id: string };

export function parseRoute(hash: string): Route {
  const [, page, id] = /^#\/([a-z]+)(?:\/([^?]+))?(?:\?.*)?$/.exec(hash) ?? [];
  if (page === "operations" && id !== undefined) return { page: "operation", id: decodePercent(id) };
  return { page: PAGES.find((name) => name === page) ?? "start" };
}

/** Where an operation is run: programs have a page of their own. */
export function routeOfOperation(id: string): Route {
  return id === CODE_OPERATION ? { page: "playground" } : { page: "operation", id };
}

export function routeHash(route: Route): string {
  if (route.page === "operation") return `#/operations/${encodeURIComponent(route.id)}`;
  return route.page === "start" ? "#/" : `#/${route.page}`;
}

type Secret = "key" | "code" | "person";

/**
 * A secret in the address: a key (`#key=…`), the code of a login link (`#code=…`), or a person's code (`#person=…`).
 */
export function secretInHash(name: Secret, hash: string): string | undefined {
  const start = `#${name}=`;
  if (!hash.startsWith(start)) return undefined;
  return decodePercent(hash.slice(start.length).split("&", 1)[0] ?? "").trim() || undefined;
}

export interface PageRouter {
  readonly route: ReadonlySignal<Route>;
  go(route: Route): void;
}

export interface PageRouterOptions {
  /** Called with a key or code from the address, after removing it there. */
  readonly onCredential: (credential: LogInCredential) => void;
  /** The same for a person's code. */
  readonly onPerson: (code: string) => void;
  /** Called with an input from the address, after removing it there: a reload must not undo what the user changed. */
  readonly onInput: (linked: LinkedInput) => void;
}

export function createPageRouter({ onCredential, onPerson, onInput }: PageRouterOptions): PageRouter {
  const takeFromAddress = (): void => {
    takeSecret("key", { page: "start" }, (key) => onCredential({ key }));
    takeSecret("code", { page: "start" }, (code) => onCredential({ code }));
    takeSecret("person", { page: "approvals" }, onPerson);
    const linked = readInputHash(location.hash);
    if (linked === undefined) return;
    replaceAddress({ page: "operation", id: linked.id });
    onInput(linked);
  };
  takeFromAddress();
  const route = signal(parseRoute(location.hash));
  addEventListener("hashchange", () => {
    takeFromAddress();
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

/** Replaces the address, so that neither the address bar nor the browser's history keeps the secret. */
function takeSecret(name: Secret, next: Route, onSecret: (secret: string) => void): void {
  const secret = secretInHash(name, location.hash);
  if (secret === undefined) return;
  replaceAddress(next);
  onSecret(secret);
}

function replaceAddress(next: Route): void {
  history.replaceState(null, "", `${location.pathname}${location.search}${routeHash(next)}`);
}
