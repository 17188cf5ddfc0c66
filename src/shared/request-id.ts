let prefix: string | undefined;
let counter = 0;

/** A unique id for a call: a random prefix per process, made on first use, and a counter. */
export function nextRequestId(): string {
  prefix ??= randomId();
  return `${prefix}-${(++counter).toString(36)}`;
}

/** An id that an attacker cannot guess. */
export function randomId(): string {
  // Not `randomUUID`: browsers offer that only in secure contexts.
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
