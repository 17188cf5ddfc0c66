import { natsSource, redisSource } from "./remote/bus-source.ts";
import { hubSource } from "./remote/hub-source.ts";
import type { BuiltInSources } from "./hub-sources.ts";

/** The sources that are other processes of ours, by kind. */
export const REMOTE_SOURCES: Pick<BuiltInSources, "hub" | "nats" | "redis"> = {
  hub: hubSource,
  nats: natsSource,
  redis: redisSource,
};
