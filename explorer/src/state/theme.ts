import { effect, signal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import { browserStorage, readStored, writeStored } from "../kept/stored.ts";

export type Theme = "system" | "light" | "dark";

const STORED_THEME = "operations.theme";

/** `system` follows the operating system. The style sheets read the attribute of the root element. */
export function createTheme(): Signal<Theme> {
  const stored = readStored(browserStorage, STORED_THEME);
  const theme = signal<Theme>(stored === "light" || stored === "dark" ? stored : "system");
  effect(() => {
    document.documentElement.dataset["theme"] = theme.value;
    writeStored(browserStorage, STORED_THEME, theme.value === "system" ? null : theme.value);
  });
  return theme;
}

export function nextTheme(theme: Theme): Theme {
  return theme === "system" ? "light" : theme === "light" ? "dark" : "system";
}
