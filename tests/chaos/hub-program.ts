/** A hub in its own process: the callers and responders are its spokes. */
import { startHub } from "../../src/entries/hub.ts";
import { connectParent } from "../support/child-side.ts";
import { CHAOS_KEY } from "./chaos-operations.ts";

const { port, stateFolder } = JSON.parse(process.argv[2] ?? "") as { port: number; stateFolder: string };
const keys = [{ id: "chaos", key: CHAOS_KEY, scopes: ["*"] }];
const hub = await startHub(
  { config: { serve: { port, keys, explorer: false }, log: { level: "silent" } } },
  { stateFolder },
);
connectParent({ onEnd: () => void hub.close({ graceMs: 0 }).finally(() => process.exit(0)) }).ready();
