import type { ComponentChildren, ComponentType } from "preact";
import { useMemo } from "preact/hooks";
import { readMarkdown } from "../../data/markdown.ts";
import type { Block, Inline, TableRow } from "../../data/prose.ts";

/** A description, formatted as its author intended. */
export function MarkdownView({ text }: { readonly text: string }) {
  const blocks = useMemo(() => readMarkdown(text), [text]);
  return (
    <div class="prose">
      <Blocks blocks={blocks} looks={descriptionLooks} />
    </div>
  );
}

/** The differences between a description and a documentation page. */
export interface Looks {
  readonly Heading: ComponentType<{ readonly block: Extract<Block, { kind: "heading" }> }>;
  readonly Code: ComponentType<{ readonly text: string; readonly language: string }>;
  /** The id of a table's row. */
  readonly rowId?: (row: TableRow) => string | undefined;
}

const descriptionLooks: Looks = {
  // Not a heading element: the headings of a description are not part of the page's outline.
  Heading: ({ block }) => (
    <p class="prose-heading">
      <Inlines parts={block.parts} />
    </p>
  ),
  Code: ({ text }) => (
    <pre class="code-block" tabIndex={0} aria-label="Code">
      {text}
    </pre>
  ),
};

interface BlocksProps {
  readonly blocks: readonly Block[];
  readonly looks: Looks;
}

export function Blocks({ blocks, looks }: BlocksProps) {
  return (
    <>
      {blocks.map((block, index) => (
        <BlockView key={String(index)} block={block} looks={looks} />
      ))}
    </>
  );
}

function BlockView({ block, looks }: { readonly block: Block; readonly looks: Looks }) {
  switch (block.kind) {
    case "heading":
      return <looks.Heading block={block} />;
    case "code":
      return <looks.Code text={block.text} language={block.language} />;
    case "list":
      return <ListView block={block} looks={looks} />;
    case "table":
      return <TableView block={block} looks={looks} />;
    case "quote":
      return (
        <blockquote>
          <Blocks blocks={block.blocks} looks={looks} />
        </blockquote>
      );
    case "note":
      return (
        <div class="prose-note" data-kind={block.word.toLowerCase()}>
          <p class="prose-note-word">{block.word}</p>
          <Blocks blocks={block.blocks} looks={looks} />
        </div>
      );
    case "rule":
      return <hr />;
    case "paragraph":
      return (
        <p>
          <Inlines parts={block.parts} />
        </p>
      );
  }
}

interface ListViewProps {
  readonly block: Extract<Block, { kind: "list" }>;
  readonly looks: Looks;
}

function ListView({ block, looks }: ListViewProps) {
  const List = block.isOrdered ? "ol" : "ul";
  return (
    <List>
      {block.items.map((blocks, index) => (
        <li key={String(index)}>
          <Blocks blocks={blocks} looks={looks} />
        </li>
      ))}
    </List>
  );
}

interface TableViewProps {
  readonly block: Extract<Block, { kind: "table" }>;
  readonly looks: Looks;
}

function TableView({ block, looks }: TableViewProps) {
  return (
    <div class="prose-table" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {block.head.map((cell, index) => (
              <th key={String(index)} scope="col">
                <Inlines parts={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, index) => (
            <tr key={String(index)} id={looks.rowId?.(row)}>
              {row.map((cell, column) => (
                <td key={String(column)}>
                  <Inlines parts={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Inlines({ parts }: { readonly parts: readonly Inline[] }) {
  return (
    <>
      {parts.map((part, index) => (
        <InlinePart key={String(index)} part={part} />
      ))}
    </>
  );
}

function InlinePart({ part }: { readonly part: Inline }) {
  switch (part.kind) {
    case "code":
      return <code>{part.text}</code>;
    case "strong":
      return (
        <strong>
          <Inlines parts={part.parts} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Inlines parts={part.parts} />
        </em>
      );
    case "struck":
      return (
        <s>
          <Inlines parts={part.parts} />
        </s>
      );
    case "link":
      return (
        <LinkView href={part.href}>
          <Inlines parts={part.parts} />
        </LinkView>
      );
    case "image":
      return <img src={part.href} alt={part.text} loading="lazy" />;
    case "break":
      return <br />;
    case "text":
      return <>{part.text}</>;
  }
}

/** Links to other servers open in a new tab, and reveal nothing about this page. */
function LinkView({ href, children }: { readonly href: string; readonly children: ComponentChildren }) {
  const isOurs = /^[/#]/.test(href);
  return isOurs ? (
    <a href={href}>{children}</a>
  ) : (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
