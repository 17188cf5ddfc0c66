/** A peer on a bus that counts: `count.to` streams numbers with ids, `count.one` answers with the name of the peer. */
import { setTimeout as sleep } from "node:timers/promises";
import { connectBus, natsBus } from "../../../src/entries/nats.ts";
import { redisBus } from "../../../src/entries/redis.ts";
import { defineOperation, OperationRegistry, OperationType, tracked, Type } from "../../../src/entries/index.ts";
import { connectParent } from "../child-side.ts";

const [kind = "", url = "", name = ""] = process.argv.slice(2);
const base = {
  namespace: "count",
  version: "1.0.0",
  description: "Counts.",
  accessControl: { requiredScopes: [] },
} as const;

const to = defineOperation({
  ...base,
  name: "to",
  type: OperationType.SUBSCRIPTION,
  inputSchema: Type.Object({ end: Type.Integer() }),
  outputSchema: Type.Object({ n: Type.Integer(), by: Type.String() }),
  async *handler({ end }, { lastEventId, signal }) {
    for (let n = Number(lastEventId ?? 0) + 1; n <= end; n++) {
      await sleep(20, undefined, { signal });
      yield tracked(String(n), { n, by: name });
    }
  },
});

const one = defineOperation({
  ...base,
  name: "one",
  type: OperationType.MUTATION,
  inputSchema: Type.Object({ ms: Type.Integer() }),
  outputSchema: Type.String(),
  handler: async ({ ms }) => {
    if (ms > 0) parent.send("began");
    await sleep(ms);
    return name;
  },
});

const transport = kind === "nats" ? await natsBus({ servers: url }) : await redisBus({ url });
const peer = await connectBus({ transport, registry: new OperationRegistry().registerAll([to, one]) });
const parent = connectParent({ onEnd: () => void peer.close({ graceMs: 0 }) });
parent.ready();
