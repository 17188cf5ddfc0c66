import type { SeenRequest } from "./seen-request.ts";

/** Travels from a call to our own `fetch`, which removes it: it never reaches the network. */
const MARKER = "x-operations-exchange";

/** What a call and its HTTP requests know about each other. */
export interface MCPExchange {
  /** Header fields that identify the request as part of this exchange. */
  readonly marker: Readonly<Record<string, string>>;
  /** Header fields for this caller. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Whether the server may have got the request. */
  wasSent: boolean;
  /** The status of the response, once there is one. */
  status?: number;
  /** An answer that has already arrived. The next request gets it, and is not sent. */
  response?: Response | undefined;
  /** Set if a caller records what goes over the wire. */
  readonly seen?: SeenRequest | undefined;
}

/** The exchanges of one connection. */
export class HTTPExchanges {
  readonly #open = new Map<string, MCPExchange>();
  /** When the server last answered a request, by `performance.now()`. */
  answeredAt = -Infinity;
  #next = 1;

  begin(credentials: MCPExchange["credentials"], seen?: SeenRequest): MCPExchange {
    const id = String(this.#next++);
    const exchange: MCPExchange = { marker: { [MARKER]: id }, credentials, wasSent: false, seen };
    this.#open.set(id, exchange);
    return exchange;
  }

  find(marker: MCPExchange["marker"]): MCPExchange | undefined {
    return this.#open.get(marker[MARKER] as string);
  }

  end(exchange: MCPExchange): void {
    this.#open.delete(exchange.marker[MARKER] as string);
  }

  noteAnswer(exchange: MCPExchange, status: number): void {
    exchange.status = status;
    this.answeredAt = performance.now();
  }

  /** The exchange that a request belongs to. Replaces the marker in its header fields with the caller's credentials. */
  claim(headers: Headers): MCPExchange | undefined {
    const id = headers.get(MARKER);
    if (id === null) return undefined;
    headers.delete(MARKER);
    const exchange = this.#open.get(id);
    for (const [name, value] of Object.entries(exchange?.credentials ?? {})) headers.set(name, value);
    return exchange;
  }
}
