/** Formatted text as data: what Markdown and HTML are read into. */

export type Inline =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "strong" | "emphasis" | "struck"; readonly parts: readonly Inline[] }
  | { readonly kind: "link"; readonly parts: readonly Inline[]; readonly href: string }
  | { readonly kind: "image"; readonly text: string; readonly href: string }
  | { readonly kind: "break" };

export type Block =
  | { readonly kind: "paragraph"; readonly parts: readonly Inline[] }
  | { readonly kind: "heading"; readonly level: number; readonly parts: readonly Inline[] }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly items: ReadonlyArray<readonly Block[]> }
  | { readonly kind: "table"; readonly head: TableRow; readonly rows: readonly TableRow[] }
  | { readonly kind: "code"; readonly text: string; readonly language: string }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  /** GitHub's `> [!NOTE]`. */
  | { readonly kind: "note"; readonly word: string; readonly blocks: readonly Block[] }
  | { readonly kind: "rule" };

/** The cells of a table's row. */
export type TableRow = ReadonlyArray<readonly Inline[]>;
