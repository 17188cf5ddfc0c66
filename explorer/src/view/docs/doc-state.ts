/** Which page of the documentation is shown. Links within it change the address without loading the explorer again. */
import { signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { docPageAt } from "../../docs/doc-address.ts";
import { createDocLibrary } from "../../docs/doc-library.ts";
import type { DocLibrary } from "../../docs/doc-library.ts";
import { createTheme } from "../../state/theme.ts";
import type { Theme } from "../../state/theme.ts";

export interface DocLocation {
  /** `guide/hub`; `""` is the list of pages. */
  readonly page: string;
  readonly anchor: string;
  /** How far the page was scrolled when the user left it. */
  readonly top: number | undefined;
}

export interface DocState {
  readonly library: DocLibrary;
  readonly place: ReadonlySignal<DocLocation>;
  readonly isListOpen: Signal<boolean>;
  readonly theme: Signal<Theme>;
  /** Goes to an address of the documentation. */
  go(address: string): void;
  /** Remembers how far the page is scrolled, for the way back. */
  keepTop(top: number): void;
}

export function createDocState(): DocState {
  history.scrollRestoration = "manual";
  const place = signal(currentPlace());
  addEventListener("popstate", () => (place.value = currentPlace()));
  return {
    library: createDocLibrary(),
    place,
    isListOpen: signal(false),
    theme: createTheme(),
    go(address) {
      if (new URL(address, location.href).href !== location.href) history.pushState(null, "", address);
      place.value = currentPlace();
    },
    keepTop: (top) => history.replaceState({ top }, ""),
  };
}

function currentPlace(): DocLocation {
  const { top } = (history.state ?? {}) as { readonly top?: number };
  return { page: docPageAt(location.pathname) ?? "", anchor: decodeURIComponent(location.hash.slice(1)), top };
}

export const DocContext = createContext<DocState | undefined>(undefined);

export function useDocs(): DocState {
  const state = useContext(DocContext);
  if (state === undefined) throw new Error("useDocs needs a DocContext around it.");
  return state;
}
