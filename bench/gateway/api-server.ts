/** The API behind every gateway, in its own process. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { reportStart } from "../hub/report-start.ts";
import { offerFor, orders } from "./offer.ts";
import type { Order } from "./offer.ts";

/** Serialised once: the benchmark does not measure the API. */
const answers = new Map(orders.map((order) => [order.item, JSON.stringify(offerFor(order))]));

const server = createServer((request, response) => {
  let text = "";
  request.on("data", (chunk) => (text += String(chunk)));
  request.on("end", () => {
    const answer = answers.get((JSON.parse(text) as Order).item) ?? "{}";
    response.writeHead(200, ["content-type", "application/json", "content-length", String(Buffer.byteLength(answer))]);
    response.end(answer);
  });
}).listen(0, "127.0.0.1");
await once(server, "listening");
reportStart({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
