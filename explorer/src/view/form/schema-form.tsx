import { useEffect, useMemo, useRef } from "preact/hooks";
import type { InputState } from "../../state/input.ts";
import { readablePath } from "../../form/field-errors.ts";
import { isObject } from "../../json/json-path.ts";
import { Field } from "./field.tsx";
import { focusField } from "./focus-field.ts";
import { FormProvider } from "./form-context.ts";

interface SchemaFormProps {
  readonly input: InputState;
}

/** The form of an operation's input. While the editor holds no JSON it shows the last value that was. */
export function SchemaForm({ input }: SchemaFormProps) {
  const parts = useMemo(() => ({ input, Field }), [input]);
  const isWaiting = input.textProblem.value !== undefined;
  return (
    <FormProvider value={parts}>
      <div class="form" aria-label="Input form" role="group" data-waiting={isWaiting ? true : undefined}>
        {isWaiting && <p class="notice warn">The JSON is not valid yet: the form shows its last state.</p>}
        <ErrorSummary input={input} />
        <fieldset class="form-fields" disabled={isWaiting}>
          <legend class="sr-only">Input</legend>
          {takesNothing(input) ? (
            <p class="hint">This operation takes no input.</p>
          ) : (
            <Field node={input.root.value} isRoot />
          )}
        </fieldset>
      </div>
    </FormProvider>
  );
}

/** A schema that no value fits stands for no value at all. */
function takesNothing({ root }: InputState): boolean {
  const { not } = root.value.shape.schema;
  return root.value.control === "json" && !root.value.present && isObject(not) && Object.keys(not).length === 0;
}

function ErrorSummary({ input }: SchemaFormProps) {
  const errors = input.errors.value;
  const summary = useRef<HTMLDivElement>(null);
  const hasErrors = errors.length > 0;
  // The button that ran it may be far below.
  useEffect(() => {
    if (hasErrors) summary.current?.scrollIntoView({ block: "nearest" });
  }, [hasErrors]);
  return (
    <div role="alert" ref={summary}>
      {errors.length > 0 && (
        <div class="notice danger">
          <p>
            <strong>
              {errors.length === 1 ? "One thing does not fit" : `${String(errors.length)} things do not fit`}
            </strong>
          </p>
          <ul class="plain-list">
            {errors.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                <button type="button" class="link" onClick={() => focusField(path)}>
                  {readablePath(path)}
                </button>
                : {message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
