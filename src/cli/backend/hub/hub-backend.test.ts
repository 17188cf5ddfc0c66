import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { HubBackend } from "./hub-backend.ts";

it("gives up a hub that does not answer in time, whatever it was asked or sent", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => {
    silent.close();
    silent.closeAllConnections();
  });
  const url = new URL(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/`);
  const hub = new HubBackend({ url, signal: new AbortController().signal, atMost: 1 });
  await expect(hub.ask("GET", "~/operations")).rejects.toMatchObject({ code: "TIMEOUT" });
  await expect(hub.send("~/answers", {})).rejects.toMatchObject({ code: "TIMEOUT" });
});
