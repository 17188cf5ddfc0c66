import { strippedMembers } from "../../../../src/envelope/stripped-members.ts";
import { formatCount } from "../../data/format.ts";
import type { Bench } from "../../state/workbench.ts";

/** Says once per run what the server removed from the result, and how to keep it. */
export function StrippedNote({ bench: { runner } }: { readonly bench: Bench }) {
  const { outcome, isStream } = runner.state.value;
  const ofCall = outcome?.kind === "data" ? strippedMembers(outcome.meta) : undefined;
  const stripped = isStream ? runner.stream.value.stripped : ofCall;
  if (stripped === undefined) return null;
  const { count, paths } = stripped;
  return (
    <details class="stripped-note">
      <summary>
        {formatCount(count, "member")} left out{isStream && " of an item"}
      </summary>
      <p>
        The output schema does not name <code>{paths.join(", ")}</code>
        {count > paths.length && " and more"}. To keep such members, set <code>output: keep</code> in the hub's config,
        for all sources or for one.
      </p>
    </details>
  );
}
