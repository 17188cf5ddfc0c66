/** How all editors look: the colours of the page, by its variables, so that they follow its theme. */
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { drawSelection, EditorView, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { plainTyping } from "./plain-typing.ts";

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--json-key)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--json-string)" },
  { tag: tags.number, color: "var(--json-number)" },
  { tag: [tags.bool, tags.null, tags.keyword], color: "var(--json-word)" },
  { tag: [tags.typeName, tags.className], color: "var(--mutation)" },
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
]);

const look = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "transparent", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { padding: "10px 0", caretColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--faint)", border: "none", paddingLeft: "4px" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--selection)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--selection)" },
  ".cm-tooltip": { backgroundColor: "var(--surface)", border: "1px solid var(--line)", color: "var(--text)" },
  ".cm-diagnostic": { fontFamily: "var(--sans)", fontSize: "13px", whiteSpace: "pre-wrap" },
});

/** The height of an editor follows its text, within these bounds. */
export interface EditorHeight {
  readonly minHeight: string;
  readonly maxHeight: string;
}

export function editorLook(height: EditorHeight): Extension {
  return [
    lineNumbers(),
    drawSelection(),
    plainTyping,
    bracketMatching(),
    syntaxHighlighting(colours),
    look,
    EditorView.theme({ "&": { ...height } }),
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
  ];
}
