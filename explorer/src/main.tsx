import { render } from "preact";
import { docPageAt } from "./docs/doc-address.ts";
import { createAppState } from "./state/app-state.ts";
import { App } from "./view/shell/app.tsx";
import { AppContext } from "./view/hooks/app-context.ts";
import { lazyPage } from "./view/controls/lazy-page.tsx";
import "./styles/index.css";

const DocsApp = lazyPage(async () => (await import("./view/docs/docs-app.tsx")).DocsApp);

const root = document.getElementById("app");
if (root !== null) {
  render(
    docPageAt(location.pathname) === undefined ? (
      <AppContext.Provider value={createAppState()}>
        <App />
      </AppContext.Provider>
    ) : (
      <DocsApp />
    ),
    root,
  );
}
