import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { InputState } from "../../state/input.ts";

const Context = createContext<InputState | undefined>(undefined);

export const FormProvider = Context.Provider;

export function useForm(): InputState {
  const input = useContext(Context);
  if (input === undefined) throw new Error("A field stands outside of its form.");
  return input;
}

/** The id of a field's element; spaces would make two ids of it. */
export function fieldId(pointer: string): string {
  return `field:${encodeURIComponent(pointer)}`;
}
