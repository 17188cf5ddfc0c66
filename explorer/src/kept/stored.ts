/** The storage of the browser. It may be full, forbidden or hold anything; none of that may break the page. */

export function readStored(storage: () => Storage, name: string): unknown {
  try {
    return JSON.parse(storage().getItem(name) ?? "null") as unknown;
  } catch {
    return null;
  }
}

/** Null removes the value. Returns whether it worked. */
export function writeStored(storage: () => Storage, name: string, value: unknown): boolean {
  try {
    if (value === null) storage().removeItem(name);
    else storage().setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Functions, because even reading `sessionStorage` throws if the user forbids cookies. */
export const tabStorage = (): Storage => sessionStorage;
export const browserStorage = (): Storage => localStorage;
