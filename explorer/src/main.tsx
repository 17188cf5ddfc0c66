import { render } from "preact";
import { createAppState } from "./state/app-state.ts";
import { App } from "./view/shell/app.tsx";
import { AppContext } from "./view/controls/app-context.ts";
import "./styles/index.css";

const root = document.getElementById("app");
if (root !== null) {
  render(
    <AppContext.Provider value={createAppState()}>
      <App />
    </AppContext.Provider>,
    root,
  );
}
