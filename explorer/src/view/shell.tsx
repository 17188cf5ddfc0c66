import { useEffect, useRef } from "preact/hooks";
import { routeHash } from "../state/route.ts";
import { useApp } from "./app-context.ts";
import { Header } from "./header.tsx";
import { HistoryPage } from "./history-page.tsx";
import { OperationPage } from "./operation-page.tsx";
import { Sidebar } from "./sidebar.tsx";
import { SourcesPage } from "./sources-page.tsx";
import { StartPage } from "./start-page.tsx";
import { useShortcuts } from "./use-shortcuts.ts";

/** The page of somebody who is logged in. */
export function Shell() {
  const { router, isDrawerOpen } = useApp();
  const route = router.route.value;
  const main = useRef<HTMLElement>(null);
  const place = routeHash(route);
  const lastPlace = useRef(place);
  useShortcuts();
  useEffect(() => {
    if (lastPlace.current === place) return;
    lastPlace.current = place;
    isDrawerOpen.value = false;
    main.current?.scrollTo({ top: 0 });
    // Not out of the list: there one goes on with the arrows.
    if (document.activeElement?.closest(".sidebar") === null) main.current?.focus({ preventScroll: true });
  }, [place]);
  return (
    <div class="shell" data-drawer={isDrawerOpen.value ? "open" : "shut"}>
      <a
        class="skip-link"
        href={place}
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the operation
      </a>
      <Header />
      <Sidebar />
      {isDrawerOpen.value && <div class="scrim" onClick={() => (isDrawerOpen.value = false)} />}
      <main ref={main} class="main" id="main" tabIndex={-1}>
        {route.page === "operation" && <OperationPage key={route.id} id={route.id} />}
        {route.page === "sources" && <SourcesPage />}
        {route.page === "history" && <HistoryPage />}
        {route.page === "start" && <StartPage />}
      </main>
    </div>
  );
}
