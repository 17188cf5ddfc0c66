import { useNow } from "./use-now.ts";

/** When something that failed is tried again; `at` in milliseconds since the epoch. */
export function NextTry({ at }: { readonly at: number }) {
  const now = useNow(true);
  return <>{at > now ? `Trying again in ${String(Math.ceil((at - now) / 1000))} s.` : "Trying again …"}</>;
}
