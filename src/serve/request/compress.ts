/** Compression of large replies. */
import { builtinModule } from "../../shared/builtin-module.ts";
import { weightsOf } from "./accept.ts";
import type { Reply } from "./incoming.ts";

/** How a body is compressed, as `content-encoding` names it. */
export type Coding = "br" | "gzip";
type Content = string | Uint8Array<ArrayBuffer>;
type Done = (error: Error | null, bytes: Uint8Array<ArrayBuffer>) => void;

interface NodeZlib {
  gzip(content: Content, options: { level: number }, done: Done): void;
  brotliCompress(content: Content, options: { params: Record<number, number> }, done: Done): void;
  readonly constants: { readonly BROTLI_PARAM_QUALITY: number };
}

/** Higher settings take much longer and save little. */
const GZIP_LEVEL = 6;
const BROTLI_QUALITY = 4;

/** The same reply with its text compressed, if the client accepts that. */
export async function compress(reply: Reply, accepted: string | undefined): Promise<Reply> {
  const headers = [...reply.headers, "vary", "accept-encoding"];
  const coding = chooseCoding(accepted);
  if (coding === undefined || typeof reply.body !== "string") return { ...reply, headers };
  return {
    status: reply.status,
    headers: [...headers, "content-encoding", coding],
    body: await encode(reply.body, coding),
  };
}

/** The first of our codings that the client accepts. */
export function chooseCoding(accepted: string | undefined): Coding | undefined {
  if (accepted === undefined) return undefined;
  const weights = weightsOf(accepted);
  const offered: readonly Coding[] = zlib() === undefined ? ["gzip"] : ["br", "gzip"];
  return offered.find((coding) => (weights.get(coding) ?? weights.get(`x-${coding}`) ?? weights.get("*") ?? 0) > 0);
}

/** Compresses a body. */
export async function encode(content: Content, coding: Coding): Promise<Uint8Array<ArrayBuffer>> {
  const node = zlib();
  return node === undefined ? await webGzip(content) : await nodeCompress(node, coding, content);
}

function zlib(): NodeZlib | undefined {
  return builtinModule("node:zlib") as NodeZlib | undefined;
}

function nodeCompress(node: NodeZlib, coding: Coding, content: Content): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const done: Done = (error, bytes) => (error === null ? resolve(bytes) : reject(error));
    if (coding === "gzip") node.gzip(content, { level: GZIP_LEVEL }, done);
    else node.brotliCompress(content, { params: { [node.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }, done);
  });
}

async function webGzip(content: Content): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([content]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
