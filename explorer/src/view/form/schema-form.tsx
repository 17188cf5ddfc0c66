import { useEffect, useMemo, useRef } from "preact/hooks";
import type { InputState } from "../../state/input.ts";
import { readablePath } from "../../form/field-errors.ts";
import { acceptsNothing } from "../../form/schema-object.ts";
import { formatCount } from "../../data/format.ts";
import { Field } from "./field.tsx";
import { focusField } from "./focus-field.ts";
import { FormProvider } from "./form-context.ts";

interface SchemaFormProps {
  readonly input: InputState;
}

/** The form of an operation's input. While the editor holds invalid JSON, it shows the last valid value. */
export function SchemaForm({ input }: SchemaFormProps) {
  const parts = useMemo(() => ({ input, Field }), [input]);
  const isWaiting = input.textProblem.value !== undefined;
  return (
    <FormProvider value={parts}>
      <div class="form" aria-label="Input form" role="group" data-waiting={isWaiting ? true : undefined}>
        {isWaiting && <p class="notice warn">The JSON is not valid yet. The form shows the last valid input.</p>}
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

/** A schema that accepts no value means that there is no input. */
function takesNothing({ root }: InputState): boolean {
  const { control, present, shape } = root.value;
  return control === "json" && !present && acceptsNothing(shape.schema);
}

function ErrorSummary({ input }: SchemaFormProps) {
  const errors = input.errors.value;
  const summary = useRef<HTMLDivElement>(null);
  const hasErrors = errors.length > 0;
  // The Run button may be far below the summary.
  useEffect(() => {
    if (hasErrors) summary.current?.scrollIntoView({ block: "nearest" });
  }, [hasErrors]);
  return (
    <div role="alert" ref={summary}>
      {errors.length > 0 && (
        <div class="notice danger">
          <p>
            <strong>{formatCount(errors.length, "error")} in the input</strong>
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
