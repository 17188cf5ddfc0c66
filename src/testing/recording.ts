/** The file of a recording: the specs of a source, and its answers to calls. */
import { CallError, messageOf } from "../errors/call-error.ts";
import type { CallErrorJSON } from "../errors/call-error.ts";
import type { OperationOrigin } from "../operation/operation-spec.ts";
import { builtinModule } from "../shared/builtin-module.ts";
import { decodeData, encodeData } from "../shared/json/encode-data.ts";
import { isRecord } from "../shared/json/is-record.ts";

/** What a call answered: data (or an envelope), the items of a stream, or an error after either. */
export interface RecordedAnswer {
  readonly output?: unknown;
  readonly items?: readonly unknown[] | undefined;
  readonly error?: CallErrorJSON | undefined;
}

export interface RecordedCall extends RecordedAnswer {
  readonly id: string;
  readonly input: unknown;
}

export interface Recording {
  readonly version: 1;
  readonly operations: ReadonlyArray<{ readonly spec: unknown; readonly origin?: OperationOrigin | undefined }>;
  readonly calls: readonly RecordedCall[];
}

interface NodeFS {
  readonly readFile: (file: string, encoding: "utf8") => Promise<string>;
  readonly writeFile: (file: string, text: string) => Promise<void>;
}

function fileSystem(): NodeFS {
  const found = builtinModule("node:fs/promises") as NodeFS | undefined;
  if (found === undefined) throw new CallError("VALIDATION_ERROR", "Recordings need a runtime with files.");
  return found;
}

/** Bytes and absent values are written as on the wire. */
export async function writeRecording(file: string, recording: Recording): Promise<void> {
  const calls = recording.calls.map(({ id, input, output, items, error }) => ({
    id,
    input: encodeData(input),
    ...(output !== undefined && { output: encodeData(output) }),
    ...(items !== undefined && { items: items.map(encodeData) }),
    ...(error !== undefined && { error: encodeData(error) }),
  }));
  await fileSystem().writeFile(file, `${JSON.stringify({ ...recording, calls }, undefined, 2)}\n`);
}

export async function readRecording(file: string): Promise<Recording> {
  let found: unknown;
  try {
    found = JSON.parse(await fileSystem().readFile(file, "utf8"));
  } catch (cause) {
    throw unreadable(file, messageOf(cause), cause);
  }
  const { version, operations, calls } = isRecord(found) ? found : {};
  if (version !== 1 || !Array.isArray(operations) || !Array.isArray(calls))
    throw unreadable(file, "it is not a recording of this version");
  const decoded = calls.map((call: RecordedCall) => ({
    ...call,
    input: decodeData(call.input),
    output: decodeData(call.output),
    items: call.items?.map(decodeData),
    error: decodeData(call.error) as CallErrorJSON | undefined,
  }));
  return { version, operations: operations as Recording["operations"], calls: decoded };
}

function unreadable(file: string, why: string, cause?: unknown): CallError {
  const message = `The recording ${file} cannot be used: ${why}. Make it with recordSource().`;
  return new CallError("VALIDATION_ERROR", message, undefined, { cause });
}
