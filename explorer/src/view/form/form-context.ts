import { createContext } from "preact";
import type { ComponentType } from "preact";
import { useContext } from "preact/hooks";
import type { FormNode } from "../../form/form-node.ts";
import type { InputState } from "../../state/input.ts";

export interface FieldProps {
  readonly node: FormNode;
  /** Its label stands above it already. */
  readonly isRoot?: boolean;
}

export interface FormParts {
  readonly input: InputState;
  /** Fields hold fields: handed down, so that their modules need not import each other in a circle. */
  readonly Field: ComponentType<FieldProps>;
}

const Context = createContext<FormParts | undefined>(undefined);

export const FormProvider = Context.Provider;

function useParts(): FormParts {
  const parts = useContext(Context);
  if (parts === undefined) throw new Error("A field stands outside of its form.");
  return parts;
}

export function useForm(): InputState {
  return useParts().input;
}

/** The field of a member or an item. */
export function useField(): ComponentType<FieldProps> {
  return useParts().Field;
}

/** The id of a field's element; spaces would make two ids of it. */
export function fieldId(pointer: string): string {
  return `field:${encodeURIComponent(pointer)}`;
}
