const legacyDialect = /^https?:\/\/json-schema\.org\/draft-0[3-7]\//;

/** Up to draft 7, whatever stands beside a `$ref` is ignored. */
export function ignoresRefSiblings($schema: unknown): boolean {
  return typeof $schema === "string" && legacyDialect.test($schema);
}
