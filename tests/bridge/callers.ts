import type { Identity } from "../../src/entries/index.ts";
import type { Caller } from "./outcome.ts";

export const SECRET_SCOPE = "bridge:secret";

export const identities: Readonly<Record<Caller, Identity | undefined>> = {
  ada: { id: "ada", scopes: [SECRET_SCOPE] },
  eve: { id: "eve", scopes: [] },
  anonymous: undefined,
};

/** One key per caller. The spoke's key lets it offer operations. */
export const keys = { ada: "key-of-ada", eve: "key-of-eve", spoke: "key-of-the-spoke" } as const;

const byKey = new Map<string, Identity>([
  [keys.ada, { id: "ada", scopes: [SECRET_SCOPE] }],
  [keys.eve, { id: "eve", scopes: [] }],
  [keys.spoke, { id: "spoke", scopes: ["offer:spoke"] }],
]);

export function identityOfKey(key: string | undefined): Identity | undefined {
  return byKey.get(key ?? "");
}

export function keyOf(caller: Caller): string | undefined {
  return caller === "anonymous" ? undefined : keys[caller];
}
