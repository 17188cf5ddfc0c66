/** Removes credentials that a server echoes before they reach a message or details. */

const SHORTEST_SECRET = 4;
const DEEPEST = 20;

/** A value with every secret replaced in its strings and keys. */
export function redact(value: unknown, secrets: readonly string[]): unknown {
  const needles = secrets.filter((secret) => secret.length >= SHORTEST_SECRET);
  return needles.length === 0 ? value : redactValue(value, needles, 0);
}

/** A text with every secret replaced. */
export function redactText(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length >= SHORTEST_SECRET && secret.length <= clean.length)
      clean = clean.replaceAll(secret, "[redacted]");
  }
  return clean;
}

function redactValue(value: unknown, secrets: readonly string[], depth: number): unknown {
  if (typeof value === "string") return redactText(value, secrets);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  if (depth > DEEPEST) return "[redacted]";
  if (Array.isArray(value)) return value.map((item) => redactValue(item, secrets, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [redactText(key, secrets), redactValue(member, secrets, depth + 1)]),
  );
}
