import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Collects every unreferenced object. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
