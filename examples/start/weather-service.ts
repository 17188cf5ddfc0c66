/** An ordinary HTTP API with an OpenAPI document. It knows nothing about operations. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const forecasts: Readonly<Record<string, { sky: string; celsius: number }>> = {
  Oslo: { sky: "light snow", celsius: -3 },
  Lisbon: { sky: "clear sky", celsius: 19 },
  Nairobi: { sky: "short showers", celsius: 24 },
};

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const city = { name: "city", in: "path", required: true, schema: { type: "string" }, example: "Oslo" };
const forecast = {
  type: "object",
  properties: { city: { type: "string" }, sky: { type: "string" }, celsius: { type: "number" } },
  required: ["city", "sky", "celsius"],
};
const problem = { type: "object", properties: { message: { type: "string" } } };

const document = {
  openapi: "3.1.0",
  info: { title: "Weather", version: "1.0.0", description: "The weather of a few cities" },
  servers: [{ url: "/" }],
  paths: {
    "/cities": {
      get: {
        operationId: "listCities",
        summary: "The cities whose weather is known",
        responses: { 200: { description: "Their names", ...json({ type: "array", items: { type: "string" } }) } },
      },
    },
    "/forecasts/{city}": {
      get: {
        operationId: "getForecast",
        summary: "The weather of a city",
        parameters: [city],
        responses: {
          200: { description: "Its weather", ...json(forecast) },
          404: { description: "This city is unknown", ...json(problem) },
        },
      },
    },
  },
};

/** Starts the service on a free port of loopback. */
export async function startWeather(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const [status, body] = answer(decodeURI(pathname));
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(path: string): [number, unknown] {
  if (path === "/openapi.json") return [200, document];
  if (path === "/cities") return [200, Object.keys(forecasts)];
  const [, name = ""] = /^\/forecasts\/([^/]+)$/.exec(path) ?? [];
  const found = Object.hasOwn(forecasts, name) ? forecasts[name] : undefined;
  return found === undefined ? [404, { message: `The city ${name} is unknown` }] : [200, { city: name, ...found }];
}
