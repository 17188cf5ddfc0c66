import type { PlacedNumberProblem } from "../../form/number-problems.ts";

const MOST_SHOWN = 3;

/** Always in the document: a screen reader must know a status element before its text changes. */
export function NumberNotes({ problems }: { readonly problems: readonly PlacedNumberProblem[] }) {
  const more = problems.length - MOST_SHOWN;
  return (
    <div class="number-notes problem-text" role="status">
      {problems.slice(0, MOST_SHOWN).map(({ from, line, message }) => (
        <p key={from}>
          Line {line}: {message}
        </p>
      ))}
      {more > 0 && <p>And {more.toLocaleString("en")} more.</p>}
    </div>
  );
}
