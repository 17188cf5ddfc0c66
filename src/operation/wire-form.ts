/** Values as they arrive from another process: what JSON makes of them. Bytes stay bytes. */
export type WireForm<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined | Uint8Array
    ? T
    : T extends { toJSON(key?: never): infer TWritten }
      ? WireForm<TWritten>
      : T extends bigint | symbol | ((...parameters: never) => unknown)
        ? never
        : { [Key in keyof T]: WireForm<T[Key]> };
