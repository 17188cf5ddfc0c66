import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { AppState } from "../../state/app-state.ts";

export const AppContext = createContext<AppState | undefined>(undefined);

export function useApp(): AppState {
  const app = useContext(AppContext);
  if (app === undefined) throw new Error("This part of the page stands outside of AppContext.");
  return app;
}
