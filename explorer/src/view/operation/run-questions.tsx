import { useEffect, useRef, useState } from "preact/hooks";
import type { AskedQuestion, ElicitationAnswer } from "../../api/contract.ts";
import { isRecord } from "../../../../src/shared/json/is-record.ts";
import type { Runner } from "../../state/run.ts";
import type { AnswerContent } from "../../state/typed-answers.ts";
import { useApp } from "../hooks/app-context.ts";
import { Failure } from "../controls/failure.tsx";

type Value = AnswerContent[string];

/** The questions of the running call. */
export function RunQuestions({ runner }: { readonly runner: Runner }) {
  return (
    <>
      {runner.lostQuestion.value && (
        <p class="notice warn" role="status">
          The call ended before you had answered its question. What you typed is kept: run the operation again to go on.
        </p>
      )}
      {runner.questions.value.map((question) => (
        <Question key={question.questionId} question={question} runner={runner} />
      ))}
    </>
  );
}

function Question({ question, runner }: { readonly question: AskedQuestion; readonly runner: Runner }) {
  const { announce } = useApp();
  const { mode, message, requestedSchema, url } = question;
  const typed = runner.typed(question);
  const content = typed.value ?? defaultsOf(requestedSchema);
  const [failure, setFailure] = useState<unknown>(undefined);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    announce(`The operation asks: ${message}`);
    form.current?.querySelector<HTMLElement>("input, select, a, button")?.focus();
  }, []);
  const send = (answer: ElicitationAnswer): void => void runner.answer(question, answer).catch(setFailure);
  return (
    <form
      ref={form}
      class="question"
      aria-label="A question from the operation"
      onSubmit={(event) => {
        event.preventDefault();
        send(mode === "form" ? { action: "accept", content } : { action: "accept" });
      }}
    >
      <p>{message}</p>
      {mode === "url" && isWebAddress(url) && (
        <a href={url} target="_blank" rel="noreferrer noopener">
          {url}
        </a>
      )}
      {fieldsOf(requestedSchema).map((field) => (
        <QuestionField
          key={field.name}
          field={field}
          value={content[field.name]}
          onChange={(value) => (typed.value = withValue(content, field.name, value))}
        />
      ))}
      {failure !== undefined && <Failure error={failure} />}
      <div class="decisions">
        <button type="submit" class="button primary">
          {mode === "url" ? "Done" : "Answer"}
        </button>
        <button type="button" class="button" onClick={() => send({ action: "decline" })}>
          Decline
        </button>
      </div>
    </form>
  );
}

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly choices: readonly string[] | undefined;
  readonly isRequired: boolean;
  readonly note: string;
}

interface QuestionFieldProps {
  readonly field: Field;
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
}

function QuestionField({ field, value, onChange }: QuestionFieldProps) {
  const { label, type, choices, isRequired, note } = field;
  const words = `${label}${isRequired ? " *" : ""}`;
  if (type === "boolean") {
    return (
      <label class="question-check" title={note}>
        <input type="checkbox" checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
        {words}
      </label>
    );
  }
  if (choices !== undefined) {
    const isList = type === "array";
    return (
      <label title={note}>
        {words}
        <select
          class="control"
          multiple={isList}
          required={isRequired}
          onChange={({ currentTarget: { selectedOptions } }) => {
            const chosen = Array.from(selectedOptions, (option) => option.value);
            onChange(isList ? chosen : chosen[0] || undefined);
          }}
        >
          {!isList && <option value="" />}
          {choices.map((choice) => (
            <option key={choice} value={choice} selected={isList ? isAmong(value, choice) : value === choice}>
              {choice}
            </option>
          ))}
        </select>
      </label>
    );
  }
  const isNumber = type === "number" || type === "integer";
  const shared = {
    class: "control",
    required: isRequired,
    value: value === undefined ? "" : String(value),
    onInput: ({ currentTarget: { value: typed } }: { readonly currentTarget: HTMLInputElement }): void =>
      onChange(typed === "" ? undefined : isNumber ? Number(typed) : typed),
  };
  return (
    <label title={note}>
      {words}
      {isNumber ? (
        <input {...shared} type="number" step={type === "number" ? "any" : "1"} />
      ) : (
        <input {...shared} type="text" />
      )}
    </label>
  );
}

function fieldsOf(schema: AskedQuestion["requestedSchema"] = {}): Field[] {
  const required = Array.isArray(schema["required"]) ? (schema["required"] as unknown[]) : [];
  return Object.entries(propertiesOf(schema)).map(([name, part]) => ({
    name,
    label: textOf(part["title"]) ?? name,
    type: textOf(part["type"]) ?? "string",
    choices: choicesOf(part) ?? choicesOf(isRecord(part["items"]) ? part["items"] : {}),
    isRequired: required.includes(name),
    note: textOf(part["description"]) ?? "",
  }));
}

function propertiesOf(schema: Readonly<Record<string, unknown>>): Record<string, Record<string, unknown>> {
  const { properties } = schema;
  if (!isRecord(properties)) return {};
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, isRecord(part) ? part : {}]));
}

/** `enum`, or the `const`s of `oneOf` and `anyOf`. */
function choicesOf(part: Readonly<Record<string, unknown>>): string[] | undefined {
  const listed = part["enum"] ?? part["oneOf"] ?? part["anyOf"];
  if (!Array.isArray(listed)) return undefined;
  return listed.map((each: unknown) => String(isRecord(each) ? each["const"] : each));
}

function defaultsOf(schema: AskedQuestion["requestedSchema"] = {}): AnswerContent {
  const given = Object.entries(propertiesOf(schema)).flatMap(([name, part]): Array<[string, Value]> => {
    if (part["default"] !== undefined) return [[name, part["default"] as Value]];
    return part["type"] === "boolean" ? [[name, false]] : [];
  });
  return Object.fromEntries(given);
}

function withValue(before: AnswerContent, name: string, value: Value | undefined): AnswerContent {
  const others = Object.entries(before).filter(([other]) => other !== name);
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function isAmong(value: Value | undefined, choice: string): boolean {
  return Array.isArray(value) && value.includes(choice);
}

/** A server must not make the page run anything. */
function isWebAddress(url: string | undefined): url is string {
  return url !== undefined && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
