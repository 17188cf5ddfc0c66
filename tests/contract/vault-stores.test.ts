import { rmSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import { startBroker } from "../support/broker-servers.ts";
import { isLeftOut } from "../support/left-out.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { describeVaultStore } from "./vault-store-contract.ts";

describeVaultStore("a folder", async () => {
  const folder = makeTempFolder("vault");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder };
});

if (!isLeftOut("redis")) {
  describeVaultStore("Redis", async () => {
    const broker = await startBroker("redis");
    onTestFinished(() => broker.stop());
    return { url: broker.url, prefix: randomUUID() };
  });
}
