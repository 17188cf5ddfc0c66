import { DOCS_PATH, DOCS_TAB } from "../../docs/doc-address.ts";
import { CODE_OPERATION } from "../../api/contract.ts";
import type { PageName, Route } from "../../state/page-router.ts";
import { routeHash } from "../../state/page-router.ts";
import { nextTheme } from "../../state/theme.ts";
import { useApp } from "../hooks/app-context.ts";
import { IconButton } from "../controls/icon-button.tsx";
import { BookIcon, HelpIcon, LogOutIcon, Mark, MenuIcon, themeIcons } from "../controls/icons.tsx";
import { openList } from "../hooks/open-list.ts";

export function Header() {
  const app = useApp();
  const { catalogue, isDrawerOpen, isHelpOpen, session, inbox } = app;
  const { list } = inbox.state.value;
  const waiting = list?.mayAnswer === true ? list.pending.length : 0;
  const state = session.state.value;
  const service = state.step === "in" ? state.info.service : undefined;
  return (
    <header class="header">
      <button
        type="button"
        class="icon-button only-narrow"
        aria-label="Operations"
        aria-expanded={isDrawerOpen.value}
        aria-controls="sidebar"
        onClick={() => {
          if (isDrawerOpen.value) isDrawerOpen.value = false;
          else openList(app);
        }}
      >
        <MenuIcon />
      </button>
      <a class="brand" href="#/">
        <Mark />
        <span class="brand-name">{service?.name ?? "Operations"}</span>
      </a>
      <nav class="tabs-nav" aria-label="Pages">
        <PageLink page="start">Home</PageLink>
        {catalogue.has(CODE_OPERATION) && <PageLink page="playground">Playground</PageLink>}
        <PageLink page="sources">Sources</PageLink>
        <PageLink page="history">History</PageLink>
        <PageLink page="approvals">{waiting === 0 ? "Approvals" : `Approvals (${waiting})`}</PageLink>
      </nav>
      <div class="header-tools">
        <a class="icon-button" href={DOCS_PATH} target={DOCS_TAB} aria-label="Documentation" title="Documentation">
          <BookIcon />
        </a>
        <ThemeSwitch />
        <IconButton
          icon={HelpIcon}
          label="Keyboard help"
          title="Keyboard help (?)"
          isLarge
          onClick={() => (isHelpOpen.value = true)}
        />
        <Account />
      </div>
    </header>
  );
}

interface PageLinkProps {
  readonly page: PageName;
  readonly children: string;
}

function PageLink({ page, children }: PageLinkProps) {
  const { router } = useApp();
  const current: Route = router.route.value;
  return (
    <a href={routeHash({ page })} aria-current={current.page === page ? "page" : undefined}>
      {children}
    </a>
  );
}

function ThemeSwitch() {
  const { theme } = useApp();
  return (
    <IconButton
      icon={themeIcons[theme.value]}
      label={`Colours: ${theme.value}`}
      isLarge
      onClick={() => (theme.value = nextTheme(theme.value))}
    />
  );
}

function Account() {
  const { session } = useApp();
  const state = session.state.value;
  if (state.step !== "in") return null;
  const { identity } = state.info;
  const words = identity === null ? "Log in" : "Log out";
  const scopes = identity?.scopes.join(", ") ?? "";
  return (
    <div class="account">
      <span class="identity" title={scopes === "" ? undefined : `Scopes: ${scopes}`}>
        {identity?.id ?? "anonymous"}
      </span>
      <button type="button" class="button small" title={words} onClick={() => session.logOut()}>
        <LogOutIcon />
        <span class="account-words">{words}</span>
      </button>
    </div>
  );
}
