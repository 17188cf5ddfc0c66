/** Keys as their file holds them: everything but the keys themselves. */
import { Type } from "typebox";
import type { Static } from "typebox";
import { CallError, messageOf } from "../../errors/call-error.ts";
import { collectErrors } from "../../schema/explain/collect-errors.ts";
import { node } from "../config/node-modules.ts";

/** A scope that a token can name (RFC 6749), or `*`. */
const SCOPE = "^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$";
const TIME = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$";

const time = () => Type.String({ pattern: TIME });

const Record = Type.Object(
  {
    id: Type.String({ pattern: "^[a-z0-9]{12}$" }),
    holder: Type.String({ pattern: "^[^\\p{C}]{1,200}$" }),
    scopes: Type.Array(Type.String({ pattern: SCOPE, maxLength: 200 }), { maxItems: 1000 }),
    note: Type.Optional(Type.String({ pattern: "^[^\\p{C}]{1,500}$" })),
    salt: Type.String({ pattern: "^[0-9a-f]{32}$" }),
    sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    createdAt: time(),
    expiresAt: Type.Optional(time()),
    replacedBy: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

const File = Type.Object(
  { version: Type.Literal(1), keys: Type.Array(Record, { maxItems: 10_000 }) },
  { additionalProperties: false },
);

export type KeyRecord = Static<typeof Record>;

/** Bytes. */
const LARGEST_FILE = 16 * 1024 * 1024;

/** The keys of a file; undefined if there is no file. Throws if the file is broken. */
export async function readKeyFile(file: string): Promise<readonly KeyRecord[] | undefined> {
  try {
    const { size } = await node.files.stat(file);
    if (size > LARGEST_FILE) throw new Error(`it has more than ${LARGEST_FILE} bytes`);
    return parseKeys(await node.files.readFile(file, "utf8"));
  } catch (cause) {
    if ((cause as { code?: unknown }).code === "ENOENT") return undefined;
    throw brokenFile(file, cause);
  }
}

export function printKeys(keys: readonly KeyRecord[]): string {
  return `${JSON.stringify({ version: 1, keys }, undefined, 2)}\n`;
}

function parseKeys(text: string): readonly KeyRecord[] {
  const file: unknown = JSON.parse(text);
  assertFits(File, file);
  const { keys } = file as Static<typeof File>;
  const ids = new Set(keys.map(({ id }) => id));
  if (ids.size < keys.length) throw new Error("two of its keys have the same id");
  return keys;
}

/** Checks a record that was made from what a person entered. */
export function checkRecord(record: KeyRecord): KeyRecord {
  try {
    assertFits(Record, record);
    return record;
  } catch (thrown) {
    throw new CallError("VALIDATION_ERROR", `This can't be a key: ${messageOf(thrown)}.`);
  }
}

function assertFits(schema: object, value: unknown): void {
  const [error] = collectErrors(schema, value, { limit: 1 });
  if (error !== undefined) throw new Error(`${error.path === "" ? "it" : error.path} ${error.message}`);
}

function brokenFile(file: string, cause: unknown): CallError {
  const advice = "Repair it, or move it away and add new keys.";
  return new CallError(
    "EXECUTION_ERROR",
    `The keys in ${file} can't be read: ${messageOf(cause)}. ${advice}`,
    undefined,
    {
      cause,
    },
  );
}
