/** The scopes of all these texts, each once. */
export function joinScopes(...texts: ReadonlyArray<string | undefined>): string | undefined {
  const scopes = new Set(texts.flatMap((text) => text?.split(/\s+/).filter(Boolean) ?? []));
  return scopes.size === 0 ? undefined : [...scopes].join(" ");
}
