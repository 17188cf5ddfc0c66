import { useContext, useEffect, useState } from "preact/hooks";
import { AppContext } from "../hooks/app-context.ts";
import { CopyIcon } from "./icons.tsx";

interface CopyButtonProps {
  readonly text: string | (() => string);
  readonly label: string;
  /** Whether the button shows a word beside its icon. */
  readonly hasWord?: boolean;
}

export function CopyButton({ text, label, hasWord = false }: CopyButtonProps) {
  // The documentation has no session, and no app.
  const app = useContext(AppContext);
  const [said, setSaid] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (said === undefined) return undefined;
    const timer = setTimeout(() => setSaid(undefined), 1500);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (): Promise<void> => {
    const isDone = await copyText(typeof text === "string" ? text : text());
    setSaid(isDone ? "Copied" : "Could not copy");
    app?.announce(isDone ? "Copied." : "The browser does not allow copying.");
  };
  return (
    <button
      type="button"
      class={hasWord ? "button small" : "icon-button small"}
      aria-label={label}
      title={said ?? label}
      onClick={() => void copy()}
    >
      <CopyIcon />
      {hasWord && <span>{said ?? "Copy"}</span>}
      {!hasWord && said !== undefined && <span class="said">{said}</span>}
    </button>
  );
}

/** Returns whether the text is now on the clipboard. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // On plain HTTP, browsers offer `navigator.clipboard` for localhost only.
    return copyByEvent(text);
  }
}

function copyByEvent(text: string): boolean {
  const give = (event: ClipboardEvent): void => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("copy", give, { capture: true, once: true });
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    document.removeEventListener("copy", give, { capture: true });
  }
}
