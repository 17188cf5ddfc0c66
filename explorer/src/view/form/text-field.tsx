import { useRef, useState } from "preact/hooks";
import { isSingleLine } from "../../form/single-line.ts";
import { labelOfValue } from "../../form/shape.ts";
import { FieldFrame } from "./field-frame.tsx";
import { useForm } from "./form-context.ts";
import type { FieldProps } from "./form-context.ts";

/** An example for each format. */
const examples: Record<string, string> = {
  "date-time": "2026-01-31T12:00:00Z",
  time: "12:00:00Z",
  duration: "PT15M",
  email: "ada@example.org",
  uri: "https://example.org/",
  url: "https://example.org/",
  uuid: "123e4567-e89b-12d3-a456-426614174000",
  ipv4: "192.0.2.1",
  hostname: "example.org",
};

type InputType = "text" | "date" | "email" | "url" | "password";

const inputTypes: Record<string, InputType> = { email: "email", uri: "url", url: "url", password: "password" };

export function TextField({ node }: FieldProps) {
  const input = useForm();
  const { schema } = node.shape;
  const format = typeof schema["format"] === "string" ? schema["format"] : undefined;
  const value = typeof node.value === "string" ? node.value : "";
  const set = (text: string): void => input.set(node.path, text);
  const [example] = Array.isArray(schema["examples"]) ? (schema["examples"] as unknown[]) : [];
  const placeholder =
    example !== undefined ? `e.g. ${labelOfValue(example)}` : format === undefined ? undefined : examples[format];
  // Not recomputed for each key: a field must not change while the user types.
  const [isLine, setLine] = useState(() => isSingleLine(node));
  const isGrowing = useRef(false);
  /** A single line would silently lose line breaks: with the first one, it becomes a text area. */
  const breakLine = (field: HTMLInputElement, inserted: string): void => {
    isGrowing.current = true;
    setLine(false);
    const { selectionStart, selectionEnd } = field;
    set(`${value.slice(0, selectionStart ?? value.length)}${inserted}${value.slice(selectionEnd ?? value.length)}`);
  };
  const takeOver = (area: HTMLTextAreaElement | null): void => {
    if (area === null || !isGrowing.current) return;
    isGrowing.current = false;
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
  };
  const lineBreaks = {
    onPaste(event: ClipboardEvent & { readonly currentTarget: HTMLInputElement }): void {
      const pasted = event.clipboardData?.getData("text/plain") ?? "";
      if (!pasted.trimEnd().includes("\n")) return;
      event.preventDefault();
      breakLine(event.currentTarget, pasted);
    },
    onKeyDown(event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }): void {
      if (event.key !== "Enter" || !event.shiftKey || format !== undefined) return;
      event.preventDefault();
      breakLine(event.currentTarget, "\n");
    },
  };
  return (
    <FieldFrame node={node}>
      {(attributes) => {
        const shared = { ...attributes, value, placeholder, spellcheck: false };
        if (!isLine || value.includes("\n")) {
          return (
            <textarea
              {...shared}
              ref={takeOver}
              class="control"
              rows={2}
              onInput={(event) => set(event.currentTarget.value)}
            />
          );
        }
        // Preact's types require a literal here.
        const type = typeFor(format, value) as "text";
        return (
          <div class="control-row">
            <input
              {...shared}
              class="control"
              type={type}
              autoComplete="off"
              {...lineBreaks}
              onInput={(event) => set(event.currentTarget.value)}
            />
            {format === "date-time" && (
              <button type="button" class="button small" onClick={() => set(new Date().toISOString())}>
                Now
              </button>
            )}
            {format === "uuid" && "randomUUID" in crypto && (
              <button type="button" class="button small" onClick={() => set(crypto.randomUUID())}>
                Random
              </button>
            )}
          </div>
        );
      }}
    </FieldFrame>
  );
}

/** A date picker, unless it could not show the current value. */
function typeFor(format: string | undefined, value: string): InputType {
  if (format === "date") return value === "" || /^\d{4}-\d\d-\d\d$/.test(value) ? "date" : "text";
  return (format === undefined ? undefined : inputTypes[format]) ?? "text";
}
