/** The size of an object or array itself, and of each member besides its name and value. */
const CONTAINER_BYTES = 32;
const MEMBER_BYTES = 8;

/**
 * Roughly how many bytes parsed JSON takes in memory: strings and bytes by length, everything else by shape. Counting
 * stops at `most`, which also bounds the time.
 */
export function approximateSize(data: unknown, most: number): number {
  let size = ownSize(data);
  if (!isContainer(data)) return Math.min(size, most);
  // Not recursive: foreign data may be nested deeper than the stack.
  const inside: object[] = [data];
  for (let container = inside.pop(); container !== undefined && size < most; container = inside.pop()) {
    if (Array.isArray(container)) {
      for (let index = 0; index < container.length && size < most; index++) {
        const value: unknown = container[index];
        size += MEMBER_BYTES + ownSize(value);
        if (isContainer(value)) inside.push(value);
      }
      continue;
    }
    // Not `Object.values`, which makes an array: this runs for every item of a stream.
    for (const name in container) {
      const value = (container as Readonly<Record<string, unknown>>)[name];
      size += MEMBER_BYTES + name.length + ownSize(value);
      if (isContainer(value)) inside.push(value);
      if (size >= most) break;
    }
  }
  return Math.min(size, most);
}

/** The size of a value without its members. */
function ownSize(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return ArrayBuffer.isView(value) ? value.byteLength : CONTAINER_BYTES;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null && !ArrayBuffer.isView(value);
}
