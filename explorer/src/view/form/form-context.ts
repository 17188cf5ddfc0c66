import { createContext } from "preact";
import type { ComponentType } from "preact";
import { useContext } from "preact/hooks";
import type { FormNode } from "../../form/form-node.ts";
import type { InputState } from "../../state/input.ts";

export interface FieldProps {
  readonly node: FormNode;
  /** Whether the page already shows its label. */
  readonly isRoot?: boolean;
}

export interface FormParts {
  readonly input: InputState;
  /** Fields contain fields. The context passes the component down, so that their modules do not import in a circle. */
  readonly Field: ComponentType<FieldProps>;
}

const Context = createContext<FormParts | undefined>(undefined);

export const FormProvider = Context.Provider;

function useParts(): FormParts {
  const parts = useContext(Context);
  if (parts === undefined) throw new Error("A field needs a FormProvider around it.");
  return parts;
}

export function useForm(): InputState {
  return useParts().input;
}

/** The component for a member or an item. */
export function useField(): ComponentType<FieldProps> {
  return useParts().Field;
}

/** The id of a field's element. Encoded, because an id must not contain spaces. */
export function fieldId(pointer: string): string {
  return `field:${encodeURIComponent(pointer)}`;
}
