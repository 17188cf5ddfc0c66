/** The ways of a served call that are compared, each as a load on a running hub. */
import type * as Client from "../../src/entries/client.ts";
import { isOffer } from "../gateway/offer.ts";
import { KeepAliveConnection, post } from "../hub/client.ts";
import type { HubStart } from "../hub/hub-talk.ts";
import { KEY } from "../hub/hub-talk.ts";
import { openSession } from "../mcp-gateway/sessions.ts";
import type { Speech } from "../mcp-gateway/gateways.ts";
import { orders } from "../small-operation.ts";
import type { Order } from "../small-operation.ts";

export interface Route {
  readonly name: string;
  /** Connects for one round. Hubs end connections that idle while the others take their turn. */
  open(hub: HubStart): Promise<OpenRoute>;
}

export interface OpenRoute {
  /** Makes one call on a connection, and throws if the answer is wrong. */
  call(connection: number, order: Order): Promise<void>;
  close(): void;
}

export const CONNECTIONS = 20;

const authorization = `authorization: Bearer ${KEY}`;

export const routes: readonly Route[] = [
  httpRoute("HTTP", "/orders/place", {
    toBody: (order) => order,
    isAnswer: (body, order) => isReceipt(body, order),
  }),
  mcpRoute("MCP 2025-11-25", "2025-11-25", { tool: "orders_place", toArgs: (order) => order, expects: receiptText }),
  mcpRoute("MCP 2026-07-28", "2026-07-28", { tool: "orders_place", toArgs: (order) => order, expects: receiptText }),
  webSocketRoute(),
  httpRoute("HTTP hop to an API", "/shop/offer", {
    toBody: (order) => ({ body: order }),
    isAnswer: isOffer,
  }),
  mcpRoute("MCP hop, 2025-11-25", "2025-11-25", { tool: "upstream_report", toArgs: toReport, expects: reportText }),
  mcpRoute("MCP hop, 2026-07-28", "2026-07-28", { tool: "upstream_report", toArgs: toReport, expects: reportText }),
];

function isReceipt(body: unknown, { item, amount, price }: Order): boolean {
  const receipt = body as { item?: unknown; total?: unknown };
  return receipt.item === item && receipt.total === amount * price;
}

function receiptText({ amount, price }: Order): string {
  return `"total":${amount * price}`;
}

function toReport({ item, amount }: Order): object {
  return { item, amount };
}

function reportText({ item, amount }: Order): string {
  return `${item}: ${amount}. a line`;
}

interface HTTPTalk {
  toBody(this: void, order: Order): unknown;
  isAnswer(this: void, body: unknown, order: Order): boolean;
}

function httpRoute(name: string, path: string, { toBody, isAnswer }: HTTPTalk): Route {
  const requests = new Map(
    orders.map((order) => [order, post({ path, body: JSON.stringify(toBody(order)), headers: [authorization] })]),
  );
  return {
    name,
    async open({ url }) {
      const open = await Promise.all(Array.from({ length: CONNECTIONS }, () => KeepAliveConnection.open(url)));
      return {
        async call(connection, order) {
          const answer = await (open[connection] as KeepAliveConnection).send(requests.get(order) as string);
          if (answer.status !== 200 || !isAnswer(JSON.parse(answer.body), order))
            throw new Error(`${name} answered ${answer.status}: ${answer.body}`);
        },
        close: () => open.forEach((connection) => connection.close()),
      };
    },
  };
}

interface MCPTalk {
  readonly tool: string;
  toArgs(this: void, order: Order): object;
  /** A part of the right answer, as it stands in a JSON text that may itself be a string of JSON. */
  expects(this: void, order: Order): string;
}

function mcpRoute(name: string, revision: Speech, { tool, toArgs, expects }: MCPTalk): Route {
  const gateway = { name, speaks: [revision], tool, path: "/mcp", key: KEY, args: () => [] };
  return {
    name,
    async open({ url }) {
      const session = await openSession(revision, {
        gateway,
        url: new URL("/mcp", url),
        connections: CONNECTIONS,
      });
      await session.connect();
      return {
        async call(connection, order) {
          const text = await session.call(connection, toArgs(order));
          if (!text.includes(expects(order))) throw new Error(`${name} answered: ${text}`);
        },
        close: () => session.close(),
      };
    },
  };
}

function webSocketRoute(): Route {
  const built: string = "../../dist/client.js";
  return {
    name: "WebSocket",
    async open({ ws }) {
      const { overWebSocket } = (await import(built)) as typeof Client;
      const caller = overWebSocket({ url: ws, token: KEY });
      return {
        async call(_, order) {
          const { data } = await caller.call("orders.place", order);
          if (!isReceipt(data, order)) throw new Error(`WebSocket answered: ${JSON.stringify(data)}`);
        },
        close: () => caller.close(),
      };
    },
  };
}
