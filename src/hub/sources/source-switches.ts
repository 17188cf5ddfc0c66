import type { HubConfig } from "../config/hub-config.ts";
import type { SourceKind } from "./source-status.ts";

/** How a hub names a source: two of different kinds may have the same name. */
export interface SourceName {
  readonly kind: SourceKind;
  readonly name: string;
}

type Section = Readonly<Record<string, { readonly disabled?: boolean; readonly type?: SourceKind }>>;

/** The parts of a config with sources by name, and their kinds: remotes name theirs themselves. */
const SECTIONS = { openapi: "openapi", mcpServers: "mcp", sources: "custom", remotes: undefined } as const;

/** Which sources a person has switched on or off. It lasts until the process ends, whatever the config says. */
export class SourceSwitches {
  readonly #isOn = new Map<string, boolean>();

  set(source: SourceName, isOn: boolean): void {
    this.#isOn.set(keyOf(source), isOn);
  }

  /** The config as the switches make it. */
  applyTo(config: HubConfig): HubConfig {
    if (this.#isOn.size === 0) return config;
    const switched: Record<string, unknown> = {};
    for (const [section, source] of namedSources(config)) {
      const { kind, name, disabled } = source;
      const own = (switched[section] ??= { ...config[section] }) as Record<string, object>;
      own[name] = { ...own[name], disabled: !(this.#isOn.get(keyOf({ kind, name })) ?? !disabled) };
    }
    const { local, ...others } = config;
    const isLocalOn = this.#isOn.get(keyOf(LOCAL)) ?? true;
    return { ...others, ...switched, ...(local === undefined || !isLocalOn ? {} : { local }) };
  }

  /** The sources that a config names, but that are off. */
  offIn(config: HubConfig): SourceName[] {
    const isOff = config.local !== undefined && this.#isOn.get(keyOf(LOCAL)) === false;
    const named = Array.from(namedSources(this.applyTo(config)), ([, source]) => source);
    const off = named.filter(({ disabled }) => disabled).map(({ kind, name }) => ({ kind, name }));
    return isOff ? [LOCAL, ...off] : off;
  }
}

const LOCAL: SourceName = { kind: "local", name: "local" };

export function keyOf({ kind, name }: SourceName): string {
  return `${kind} ${name}`;
}

function* namedSources(config: HubConfig): Generator<[keyof typeof SECTIONS, SourceName & { disabled: boolean }]> {
  for (const section of Object.keys(SECTIONS) as Array<keyof typeof SECTIONS>) {
    for (const [name, { disabled = false, type }] of Object.entries((config[section] ?? {}) as Section)) {
      const kind = SECTIONS[section] ?? type;
      if (kind !== undefined) yield [section, { kind, name, disabled }];
    }
  }
}
