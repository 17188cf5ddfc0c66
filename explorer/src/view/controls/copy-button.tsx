import { useEffect, useState } from "preact/hooks";
import { useApp } from "./app-context.ts";
import { copyText } from "./copy-text.ts";
import { CopyIcon } from "./icons.tsx";

interface CopyButtonProps {
  readonly text: string | (() => string);
  readonly label: string;
  /** Shown beside the icon. */
  readonly children?: string;
}

export function CopyButton({ text, label, children }: CopyButtonProps) {
  const { announce } = useApp();
  const [said, setSaid] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (said === undefined) return undefined;
    const timer = setTimeout(() => setSaid(undefined), 1500);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (): Promise<void> => {
    const isDone = await copyText(typeof text === "string" ? text : text());
    setSaid(isDone ? "Copied" : "Not allowed");
    announce(isDone ? "Copied." : "The browser does not allow copying.");
  };
  return (
    <button
      type="button"
      class={children === undefined ? "icon-button small" : "button small"}
      aria-label={label}
      title={said ?? label}
      onClick={() => void copy()}
    >
      <CopyIcon />
      {children !== undefined && <span>{said ?? children}</span>}
      {children === undefined && said !== undefined && <span class="said">{said}</span>}
    </button>
  );
}
