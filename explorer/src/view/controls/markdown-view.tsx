import { useMemo } from "preact/hooks";
import { readMarkdown } from "../../data/markdown.ts";
import type { Block, Inline } from "../../data/markdown.ts";

/** A description, formatted as its author intended. */
export function MarkdownView({ text }: { readonly text: string }) {
  const blocks = useMemo(() => readMarkdown(text), [text]);
  return (
    <div class="prose">
      {blocks.map((block, index) => (
        <BlockView key={String(index)} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  if (block.kind === "code") {
    return (
      <pre class="code-block" tabIndex={0} aria-label="Code">
        {block.text}
      </pre>
    );
  }
  if (block.kind === "list") {
    const List = block.isOrdered ? "ol" : "ul";
    return (
      <List>
        {block.items.map((parts, index) => (
          <li key={String(index)}>{inlineParts(parts)}</li>
        ))}
      </List>
    );
  }
  if (block.kind === "table") return <TableView {...block} />;
  // Not a heading element: the headings of a description are not part of the page's outline.
  return <p class={block.kind === "heading" ? "prose-heading" : undefined}>{inlineParts(block.parts)}</p>;
}

function TableView({ head, rows }: Extract<Block, { kind: "table" }>) {
  return (
    <div class="prose-table" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={String(index)} scope="col">
                {inlineParts(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={String(index)}>
              {row.map((cell, column) => (
                <td key={String(column)}>{inlineParts(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inlineParts(parts: readonly Inline[]) {
  return parts.map((part, index) => <InlinePart key={String(index)} part={part} />);
}

function InlinePart({ part }: { readonly part: Inline }) {
  switch (part.kind) {
    case "code":
      return <code>{part.text}</code>;
    case "strong":
      return <strong>{part.text}</strong>;
    case "emphasis":
      return <em>{part.text}</em>;
    case "link":
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer">
          {part.text}
        </a>
      );
    case "text":
      return <>{part.text}</>;
  }
}
