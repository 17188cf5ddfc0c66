let prefix: string | undefined;
let counter = 0;

/** An id that no other call has: a random prefix per process, made on first use, and a counter. */
export function nextRequestId(): string {
  prefix ??= randomId();
  return `${prefix}-${(++counter).toString(36)}`;
}

/** An id that cannot be guessed. */
export function randomId(): string {
  // Not `randomUUID`: browsers have that in secure contexts only.
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
