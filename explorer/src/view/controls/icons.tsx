import type { ComponentChildren } from "preact";

/** An icon is decoration only: text always says the same. */
function icon(lines: ComponentChildren) {
  return () => (
    <svg
      class="icon"
      viewBox="0 0 16 16"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      {lines}
    </svg>
  );
}

export const ChevronIcon = icon(<path d="m6 4 4 4-4 4" />);
export const SearchIcon = icon(
  <>
    <circle cx="7" cy="7" r="4.2" />
    <path d="m10.2 10.2 3.3 3.3" />
  </>,
);
export const CloseIcon = icon(<path d="m4 4 8 8M12 4l-8 8" />);
export const PlusIcon = icon(<path d="M8 3v10M3 8h10" />);
export const UpIcon = icon(<path d="M8 13V3m-4 4 4-4 4 4" />);
export const DownIcon = icon(<path d="M8 3v10m-4-4 4 4 4-4" />);
export const PlayIcon = icon(<path d="M5 3.2v9.6L12.5 8z" fill="currentColor" />);
export const StopIcon = icon(<rect x="4" y="4" width="8" height="8" rx="1" fill="currentColor" />);
export const PauseIcon = icon(<path d="M5.5 3.5v9M10.5 3.5v9" stroke-width="2" />);
export const CopyIcon = icon(
  <>
    <rect x="5.5" y="5.5" width="7.5" height="7.5" rx="1.5" />
    <path d="M10.5 3H4.5A1.5 1.5 0 0 0 3 4.5v6" />
  </>,
);
export const MenuIcon = icon(<path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />);
const SunIcon = icon(
  <>
    <circle cx="8" cy="8" r="2.8" />
    <path d="M8 1.8v1.4M8 12.8v1.4M1.8 8h1.4M12.8 8h1.4M3.6 3.6l1 1M11.4 11.4l1 1M3.6 12.4l1-1M11.4 4.6l1-1" />
  </>,
);
const MoonIcon = icon(<path d="M13 9.6A5.6 5.6 0 0 1 6.4 3 5.6 5.6 0 1 0 13 9.6z" />);
const AutoIcon = icon(
  <>
    <circle cx="8" cy="8" r="5.4" />
    <path d="M8 2.6v10.8A5.4 5.4 0 0 0 8 2.6z" fill="currentColor" />
  </>,
);
/** The icon of each choice of colours. */
export const themeIcons = { system: AutoIcon, light: SunIcon, dark: MoonIcon };
export const HelpIcon = icon(
  <>
    <circle cx="8" cy="8" r="5.8" />
    <path d="M6.3 6.3a1.8 1.8 0 1 1 2.5 1.7c-.6.2-.8.6-.8 1.2M8 11.4v.1" />
  </>,
);
export const BookIcon = icon(
  <path d="M8 4.2C6.6 3 4.6 2.8 2.5 3v9.2c2.1-.2 4.1 0 5.5 1.2 1.4-1.2 3.4-1.4 5.5-1.2V3c-2.1-.2-4.1 0-5.5 1.2zm0 0v9.2" />,
);
export const LogOutIcon = icon(<path d="M6.5 2.5H3.3v11h3.2M9.6 4.8 12.8 8l-3.2 3.2M12.5 8H6.4" />);
export const DownloadIcon = icon(<path d="M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13h10" />);

/** The logo. */
export const Mark = () => (
  <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="currentColor" />
    <path d="M9 16h5m4 0h5M16 9v5m0 4v5" class="mark-lines" />
    <circle cx="16" cy="16" r="2.6" class="mark-dot" />
  </svg>
);
