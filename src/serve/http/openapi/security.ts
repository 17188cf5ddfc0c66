/** What callers must show. */
export type CredentialNeed = "required" | "optional" | "none";

export const SECURITY_SCHEMES = {
  bearer: { type: "http", scheme: "bearer", description: "A key, or a signed token (JWT)." },
  apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
};

/** Either scheme will do. Scopes are told for people: OpenAPI itself checks them for OAuth only. */
export function securityOf(scopes: readonly string[], credentials: CredentialNeed): object[] {
  const schemes = Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [...scopes] }));
  return credentials === "optional" && scopes.length === 0 ? [{}, ...schemes] : schemes;
}
