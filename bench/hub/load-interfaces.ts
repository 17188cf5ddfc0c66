/** The interfaces that carry the load: the same calls over different kinds of connection. */
import type * as Main from "../../src/entries/index.ts";
import type * as WebSocketEntry from "../../src/entries/websocket.ts";
import type { Order } from "../small-operation.ts";
import { KeepAliveConnection, post } from "./client.ts";
import { KEY } from "./hub-talk.ts";
import type { HubStart } from "./hub-talk.ts";

export interface LoadConnection {
  /** Returns the data, or the hub's error. Rejects when the connection is lost. */
  call(operation: string, order: Order): Promise<unknown>;
  close(): void;
}

export interface LoadInterface {
  readonly name: string;
  open(this: void, start: HubStart): Promise<LoadConnection>;
}

const http: LoadInterface = {
  name: "HTTP",
  async open({ url }) {
    const connection = await KeepAliveConnection.open(url);
    return {
      async call(operation, order) {
        const headers = [`authorization: Bearer ${KEY}`];
        const request = post({ path: `/orders/${operation}`, body: JSON.stringify(order), headers });
        const { status, body } = await connection.send(request);
        return status === 200 ? JSON.parse(body) : { status, body };
      },
      close: () => connection.close(),
    };
  },
};

const load = async <TModule>(specifier: string): Promise<TModule> => (await import(specifier)) as TModule;

const websocket: LoadInterface = {
  name: "WebSocket",
  async open({ ws }) {
    const { CallError } = await load<typeof Main>("../../dist/index.js");
    const { connectSpoke } = await load<typeof WebSocketEntry>("../../dist/websocket.js");
    // Reconnecting would hide a lost connection.
    const spoke = await connectSpoke({ url: ws, token: KEY, reconnect: false });
    return {
      async call(operation, order) {
        try {
          return (await spoke.call(`orders.${operation}`, order)).data;
        } catch (error) {
          if (error instanceof CallError && error.code !== "CONNECTION_LOST") return { code: error.code };
          throw error;
        }
      },
      close: () => spoke.close(),
    };
  },
};

export const loadInterfaces: readonly LoadInterface[] = [http, websocket];
