import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { AppState } from "../../state/app-state.ts";

export const AppContext = createContext<AppState | undefined>(undefined);

export function useApp(): AppState {
  const app = useContext(AppContext);
  if (app === undefined) throw new Error("useApp needs an AppContext around it.");
  return app;
}
