/** A hub in its own process, in front of one upstream. */
import { startHub, type HubConfig } from "../../src/entries/hub.ts";
import { connectParent } from "../support/child-side.ts";

interface GatewaySettings {
  readonly port: number;
  readonly config: HubConfig;
  readonly key: string;
}

const { port, config, key } = JSON.parse(process.argv[2] ?? "") as GatewaySettings;
const serve = { port, keys: [{ id: "chaos", key, scopes: ["*"] }], explorer: false };
const hub = await startHub({ config: { ...config, serve, log: { level: "silent" } } }, { waitForSources: true });
connectParent({ onEnd: () => void hub.close({ graceMs: 0 }).finally(() => process.exit(0)) }).ready();
