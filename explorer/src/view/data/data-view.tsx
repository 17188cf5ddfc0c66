import { useMemo } from "preact/hooks";
import { contentBlocks, isOnlyBlocks } from "../../data/content-blocks.ts";
import type { ContentBlock } from "../../data/content-blocks.ts";
import { bytesFile, download } from "../../data/download.ts";
import { formatSize } from "../../data/format.ts";
import { base64Size } from "../../json/bytes.ts";
import { isObject } from "../../json/json-path.ts";
import { DownloadIcon } from "../controls/icons.tsx";
import { DataTree } from "./data-tree.tsx";
import { LongText } from "../controls/long-text.tsx";

interface DataViewProps {
  readonly data: unknown;
  readonly meta: unknown;
  /** Describes the data. */
  readonly schema?: unknown;
}

/** A result: first the parts that the user can see or hear, then the data. */
export function DataView({ data, meta, schema }: DataViewProps) {
  const blocks = useMemo(() => contentBlocks(data, meta, schema), [data, meta, schema]);
  const hasToolError = isObject(meta) && meta["source"] === "mcp" && meta["isError"] === true;
  return (
    <div class="data-view">
      {hasToolError && (
        <p class="notice danger" role="alert">
          The tool ran and reported an error.
        </p>
      )}
      {blocks.length > 0 && (
        <div class="blocks" role="group" aria-label="Content">
          {blocks.map((block, index) => (
            <Block key={String(index)} block={block} index={index} />
          ))}
        </div>
      )}
      {data === undefined ? (
        <NoData />
      ) : hasLines(data) && blocks.length === 0 ? (
        <div class="raw">
          <LongText text={data} label="Data as text" />
        </div>
      ) : (
        <DataTree value={data} label="Data" isShut={isOnlyBlocks(data, meta)} />
      )}
    </div>
  );
}

/** Data as JSON text, so that the user can read it, search it with the browser, and copy parts of it. */
export function RawView({ data }: { readonly data: unknown }) {
  const text = useMemo(() => JSON.stringify(data, null, 2) as string | undefined, [data]);
  if (text === undefined) return <NoData />;
  return (
    <div class="raw">
      <LongText text={text} label="Data as JSON" />
    </div>
  );
}

function NoData() {
  return <p class="empty pad">The operation returned no data.</p>;
}

/** A tree shows a text on one line, with line breaks as `\n`. */
function hasLines(data: unknown): data is string {
  return typeof data === "string" && data.includes("\n");
}

function Block({ block, index }: { readonly block: ContentBlock; readonly index: number }) {
  const name = String(index + 1);
  switch (block.kind) {
    case "image":
      return (
        <figure class="block">
          <img src={block.src} alt={`Image ${name} of the result`} />
          <figcaption>{block.mimeType}</figcaption>
        </figure>
      );
    case "audio":
      return (
        <figure class="block">
          <audio controls src={block.src} aria-label={`Audio ${name} of the result`} />
          <figcaption>{block.mimeType}</figcaption>
        </figure>
      );
    case "file":
      return <FileBlock {...block} name={name} />;
    case "text":
      return <pre class="block text-block">{block.text}</pre>;
    case "link":
      return (
        <p class="block">
          {block.name} <code>{block.uri}</code>
        </p>
      );
  }
}

interface FileBlockProps {
  readonly base64: string;
  readonly mimeType: string;
  readonly name: string;
}

function FileBlock({ base64, mimeType, name }: FileBlockProps) {
  const save = (): void => {
    const { ending, content, type } = bytesFile(base64, mimeType);
    download(`file-${name}.${ending}`, content, type);
  };
  return (
    <p class="block">
      <button type="button" class="button small" aria-label={`Download file ${name} of the result`} onClick={save}>
        <DownloadIcon /> {formatSize(base64Size(base64))}
      </button>{" "}
      {mimeType}
    </p>
  );
}
