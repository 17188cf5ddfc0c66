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
  // Not a heading element: the headings of a description are not part of the page's outline.
  return <p class={block.kind === "heading" ? "prose-heading" : undefined}>{inlineParts(block.parts)}</p>;
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
