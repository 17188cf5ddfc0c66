import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Collects every object that nothing holds. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
