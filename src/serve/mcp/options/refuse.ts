export interface Refusal {
  readonly status: number;
  /** Of JSON-RPC. Default: -32000, the first of those that servers may choose. */
  readonly code?: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer to a request that is refused before any server of the SDK's sees it. */
export function refuse({ status, code = -32_000, message, headers = {} }: Refusal): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status, headers });
}
