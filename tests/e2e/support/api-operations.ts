/** Operations as an import of an HTTP API makes them, with methods, paths and tags. */
import { CallError, defineOperation, OperationType, Type } from "../../../src/entries/index.ts";
import type { AnyOperation } from "../../../src/entries/index.ts";

/** A red square. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC";

const shared = { namespace: "shop", version: "1.0.0", accessControl: { requiredScopes: [] } };

const STATES =
  "What to do with it.\n\n| State | Meaning |\n| --- | --- |\n| `open` | not paid |\n| `done` | paid and sent |";

export function apiOperations(): AnyOperation[] {
  const crud = ["orders", "customers", "products", "invoices"].flatMap((things) => [
    operation(`${things}_create`, "POST", `/v1/${things}`),
    operation(`${things}_get`, "GET", `/v1/${things}/{id}`),
    operation(`${things}_remove`, "DELETE", `/v1/${things}/{id}`),
  ]);
  const fail = defineOperation({
    ...shared,
    name: "orders_fail",
    description: "Fails as a service does.",
    type: OperationType.MUTATION,
    inputSchema: Type.Object({}),
    outputSchema: Type.Unknown(),
    errorSchemas: { HTTP_422: { description: "The order is wrong.", httpStatus: 422 } },
    handler: () => {
      const details = {
        status: 422,
        body: { title: "No such customer" },
        headers: { "content-type": "application/json" },
      };
      throw new CallError("HTTP_422", "POST /v1/orders answered 422", details);
    },
  });
  const log = defineOperation({
    ...shared,
    name: "talk",
    description: "Logs what it does.",
    type: OperationType.QUERY,
    inputSchema: Type.Object({}),
    outputSchema: Type.String(),
    handler: (_, { callerLog }) => {
      callerLog?.write({ level: "info", data: "Looking for orders", logger: "shop" });
      callerLog?.write({ level: "error", data: { missing: 3 } });
      return "done";
    },
  });
  const photo = defineOperation({
    ...shared,
    name: "photo",
    description:
      '<p>Returns a <b>photo</b> of a product, see <a href="https://shop.example/photos">the guide</a>.</p>' +
      "\n\n> [!NOTE]\n> Photos are small: <ul><li>8 pixels wide</li><li>8 pixels high</li></ul>",
    type: OperationType.QUERY,
    inputSchema: Type.Object({}),
    outputSchema: Type.Object({ photo: Type.String({ contentEncoding: "base64", contentMediaType: "image/png" }) }),
    handler: () => ({ photo: PNG }),
  });
  const receipt = defineOperation({
    ...shared,
    name: "receipt",
    description: "Returns a receipt.",
    type: OperationType.QUERY,
    inputSchema: Type.Object({}),
    outputSchema: Type.String({ contentEncoding: "base64", contentMediaType: "application/pdf" }),
    handler: () => Buffer.from("%PDF-1.7").toString("base64"),
  });
  return [...crud, fail, log, photo, receipt];
}

function operation(name: string, method: string, path: string): AnyOperation {
  return defineOperation({
    ...shared,
    name,
    description: `${method} ${path}`,
    tags: [path.split("/")[2] ?? ""],
    type: method === "GET" ? OperationType.QUERY : OperationType.MUTATION,
    inputSchema: Type.Object({ state: Type.Optional(Type.String({ description: STATES })) }),
    outputSchema: Type.Unknown(),
    metadata: { method, path },
    handler: () => ({ ok: true }),
  });
}
