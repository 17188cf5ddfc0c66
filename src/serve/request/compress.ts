/** Compression of large replies. */
import { builtinModule } from "../../shared/builtin-module.ts";
import { weightsOf } from "./accept.ts";
import type { Reply } from "./incoming.ts";

type Coding = "br" | "gzip";

interface NodeZlib {
  gzip(text: string, options: { level: number }, done: (error: Error | null, bytes: Uint8Array) => void): void;
  brotliCompress(
    text: string,
    options: { params: Record<number, number> },
    done: (error: Error | null, bytes: Uint8Array) => void,
  ): void;
  readonly constants: { readonly BROTLI_PARAM_QUALITY: number };
}

/** Higher settings take much longer and save little. */
const GZIP_LEVEL = 6;
const BROTLI_QUALITY = 4;

/** The same reply with its text compressed, if the client takes that. */
export async function compress(reply: Reply, accepted: string | undefined): Promise<Reply> {
  const headers = [...reply.headers, "vary", "accept-encoding"];
  const zlib = builtinModule("node:zlib") as NodeZlib | undefined;
  const coding = chooseCoding(accepted, zlib === undefined ? ["gzip"] : ["br", "gzip"]);
  if (coding === undefined || typeof reply.body !== "string") return { ...reply, headers };
  const body = zlib === undefined ? await webGzip(reply.body) : await nodeCompress(zlib, coding, reply.body);
  return { status: reply.status, headers: [...headers, "content-encoding", coding], body };
}

/** The first of ours that the client accepts. */
function chooseCoding(accepted: string | undefined, offered: readonly Coding[]): Coding | undefined {
  if (accepted === undefined) return undefined;
  const weights = weightsOf(accepted);
  return offered.find((coding) => (weights.get(coding) ?? weights.get(`x-${coding}`) ?? weights.get("*") ?? 0) > 0);
}

function nodeCompress(zlib: NodeZlib, coding: Coding, text: string): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, bytes: Uint8Array): void => (error === null ? resolve(bytes) : reject(error));
    if (coding === "gzip") zlib.gzip(text, { level: GZIP_LEVEL }, done);
    else zlib.brotliCompress(text, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }, done);
  });
}

async function webGzip(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
