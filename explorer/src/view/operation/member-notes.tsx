import type { ComponentChildren } from "preact";
import { notedMembers } from "../../../../src/envelope/noted-members.ts";
import type { MemberChange } from "../../../../src/envelope/noted-members.ts";
import { formatCount } from "../../data/format.ts";
import type { Bench } from "../../state/workbench.ts";

interface NoteProps {
  readonly bench: Bench;
  readonly change: MemberChange;
  readonly summary: (count: number) => string;
  readonly before: string;
  readonly after: ComponentChildren;
}

/** Says once per run what the server removed from the result and how to keep it, and what it filled in. */
export function MemberNotes({ bench }: { readonly bench: Bench }) {
  return (
    <>
      <Note
        bench={bench}
        change="stripped"
        summary={(count) => `${formatCount(count, "member")} left out`}
        before="The output schema does not name "
        after={
          <>
            . To keep such members, set <code>output: keep</code> in the hub's config, for all sources or for one.
          </>
        }
      />
      <Note
        bench={bench}
        change="filled"
        summary={(count) => `${String(count)} filled in by default`}
        before="The source did not send "
        after=". The values are the defaults that the output schema declares."
      />
    </>
  );
}

function Note({ bench: { runner }, change, summary, before, after }: NoteProps) {
  const { outcome, isStream } = runner.state.value;
  const ofCall = outcome?.kind === "data" ? notedMembers(outcome.meta, change) : undefined;
  const noted = isStream ? runner.stream.value[change] : ofCall;
  if (noted === undefined) return null;
  const { count, paths } = noted;
  return (
    <details class={`member-note ${change}`}>
      <summary>
        {summary(count)}
        {isStream && " of an item"}
      </summary>
      <p>
        {before}
        <code>{paths.join(", ")}</code>
        {count > paths.length && " and more"}
        {after}
      </p>
    </details>
  );
}
