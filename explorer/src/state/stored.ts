/** What the browser keeps. Storage may be full, forbidden or hold anything: none of that may break the page. */

export function readStored(storage: () => Storage, name: string): unknown {
  try {
    return JSON.parse(storage().getItem(name) ?? "null") as unknown;
  } catch {
    return null;
  }
}

/** Null removes it. Says whether it worked. */
export function writeStored(storage: () => Storage, name: string, value: unknown): boolean {
  try {
    if (value === null) storage().removeItem(name);
    else storage().setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Behind functions: where cookies are forbidden, even naming the storage throws. */
export const tabStorage = (): Storage => sessionStorage;
export const browserStorage = (): Storage => localStorage;
