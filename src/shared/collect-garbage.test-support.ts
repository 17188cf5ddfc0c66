import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Takes away all that nobody holds. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
