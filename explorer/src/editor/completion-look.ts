import { EditorView } from "@codemirror/view";

/** The list of completions, and the text beside it. */
export const completionLook = EditorView.theme({
  ".cm-tooltip.cm-tooltip-autocomplete": { borderRadius: "8px", boxShadow: "var(--shadow-high)", overflow: "visible" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--mono)",
    fontSize: "13px",
    maxHeight: "min(15em, 40vh)",
    minWidth: "min(220px, 80vw)",
    maxWidth: "min(560px, 92vw)",
    padding: "4px",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    padding: "3px 8px",
    borderRadius: "5px",
    lineHeight: "1.45",
    overflow: "hidden",
    textOverflow: "ellipsis",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
  },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "650" },
  ".cm-completionDetail": { fontStyle: "normal", color: "var(--muted)", marginLeft: "1em" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-tooltip.cm-completionInfo": {
    maxWidth: "min(420px, 92vw)",
    maxHeight: "min(340px, 45vh)",
    overflow: "auto",
    padding: "10px 12px",
    borderRadius: "8px",
    boxShadow: "var(--shadow-high)",
    fontFamily: "var(--sans)",
    fontSize: "13px",
    lineHeight: "1.5",
  },
  // Without room beside the list, the text goes below it.
  "@media (max-width: 560px)": {
    ".cm-tooltip.cm-completionInfo": {
      top: "100% !important",
      left: "0 !important",
      right: "auto !important",
      bottom: "auto !important",
      width: "100%",
      maxHeight: "30vh",
      boxSizing: "border-box",
    },
  },
  ".program-help": {
    maxWidth: "min(560px, 92vw)",
    maxHeight: "min(300px, 40vh)",
    overflow: "auto",
    padding: "8px 12px",
    borderRadius: "8px",
    boxShadow: "var(--shadow-high)",
    fontFamily: "var(--sans)",
    fontSize: "13px",
    lineHeight: "1.5",
  },
  ".explanation-about": { margin: "0" },
  ".explanation-about + .explanation-code": { marginTop: "8px" },
  ".explanation-code": {
    margin: "0",
    fontFamily: "var(--mono)",
    fontSize: "12px",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
  },
  ".cm-lintRange-error": { backgroundImage: "none", backgroundColor: "var(--bad-soft)" },
  ".cm-gutter-lint": { width: "1.1em" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
});
