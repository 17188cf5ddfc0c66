import { useNow } from "../hooks/use-now.ts";

/** Says when the next attempt starts; `at` is in milliseconds since the epoch. */
export function NextTry({ at }: { readonly at: number }) {
  const now = useNow(true);
  return <>{at > now ? `Trying again in ${String(Math.ceil((at - now) / 1000))} s.` : "Trying again…"}</>;
}
