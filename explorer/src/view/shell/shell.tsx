import { useEffect, useRef } from "preact/hooks";
import { loadErrorTable } from "../../api/advice-for.ts";
import { routeHash } from "../../state/page-router.ts";
import type { Route } from "../../state/page-router.ts";
import { useApp } from "../hooks/app-context.ts";
import { lazyPage } from "../controls/lazy-page.tsx";
import { Header } from "./header.tsx";
import { Palette } from "./palette.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useShortcuts } from "./use-shortcuts.ts";

const loadOperationPage = async () => (await import("../operation/operation-page.tsx")).OperationPage;

const OperationPage = lazyPage(loadOperationPage);

const HomePage = lazyPage(async () => (await import("../home/home-page.tsx")).HomePage);

const SourcesPage = lazyPage(async () => (await import("../pages/sources-page.tsx")).SourcesPage);

const HistoryPage = lazyPage(async () => (await import("../pages/history-page.tsx")).HistoryPage);

const PlaygroundPage = lazyPage(async () => (await import("../playground/playground-page.tsx")).PlaygroundPage);

const ConnectPage = lazyPage(async () => (await import("../pages/connect-page.tsx")).ConnectPage);

const ApprovalsPage = lazyPage(async () => (await import("../pages/approvals-page.tsx")).ApprovalsPage);

/** The page after log-in. */
export function Shell() {
  const { router, isDrawerOpen, isPaletteOpen, session } = useApp();
  const route = router.route.value;
  const main = useRef<HTMLElement>(null);
  const hash = routeHash(route);
  const lastHash = useRef(hash);
  useShortcuts();
  useEffect(() => {
    // Load what the user needs next, so that it is there before the first click, even if the server is gone by then.
    void Promise.all([loadErrorTable(), loadOperationPage()]).catch(() => undefined);
  }, []);
  const state = session.state.value;
  const service = state.step === "in" ? state.info.service.name : "Operations";
  useEffect(() => {
    document.title = [titleOf(route), service].filter(Boolean).join(" · ");
  }, [hash, service]);
  useEffect(() => {
    if (lastHash.current === hash) return;
    lastHash.current = hash;
    isDrawerOpen.value = false;
    main.current?.scrollTo({ top: 0 });
    // Leave the focus in the list, where the user continues with the arrow keys.
    if (document.activeElement?.closest(".sidebar") === null) main.current?.focus({ preventScroll: true });
  }, [hash]);
  return (
    <div class="shell" data-drawer={isDrawerOpen.value ? "open" : "shut"}>
      <a
        class="skip-link"
        href={hash}
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the main content
      </a>
      <Header />
      <Sidebar />
      {isDrawerOpen.value && <div class="scrim" onClick={() => (isDrawerOpen.value = false)} />}
      <main ref={main} class="main" id="main" tabIndex={-1}>
        {route.page === "operation" && <OperationPage key={route.id} id={route.id} />}
        {route.page === "sources" && <SourcesPage />}
        {route.page === "history" && <HistoryPage />}
        {route.page === "approvals" && <ApprovalsPage />}
        {route.page === "connect" && <ConnectPage />}
        {route.page === "playground" && <PlaygroundPage />}
        {route.page === "start" && <HomePage />}
      </main>
      {isPaletteOpen.value && <Palette />}
    </div>
  );
}

/** The name of the page for tabs, bookmarks and screen readers; empty for the start page. */
function titleOf(route: Route): string {
  if (route.page === "operation") return route.id;
  return route.page === "start" ? "" : `${route.page[0]?.toUpperCase() ?? ""}${route.page.slice(1)}`;
}
