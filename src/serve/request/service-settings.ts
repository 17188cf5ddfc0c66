/** What the options of every service have in common. */
import { CallError } from "../../errors/call-error.ts";

/** Options of which some have defaults, with these in place. */
export type Settings<TOptions, TDefaults> = Omit<TOptions, keyof TDefaults> & {
  readonly [Name in keyof TDefaults & keyof TOptions]: NonNullable<TOptions[Name]>;
};

/** Which call an error is of, where it is of one. */
export interface ErrorPlace {
  readonly operation?: string | undefined;
  readonly requestId?: string | undefined;
}

interface Listening {
  readonly onError?: ((error: unknown, place?: ErrorPlace) => void) | undefined;
}

export interface SettingsRules<TDefaults> {
  readonly defaults: TDefaults;
  /** The least and the most that a number may be. */
  readonly limits: Readonly<Record<string, readonly [number, number]>>;
}

/** Checks here what would otherwise be found in the first call. */
export function toSettings<TOptions extends Listening, TDefaults>(
  options: TOptions,
  { defaults, limits }: SettingsRules<TDefaults>,
): Settings<TOptions, TDefaults> {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const settings: Record<string, unknown> = { ...defaults, ...given, onError: harmless(options.onError) };
  for (const [name, [min, max]] of Object.entries(limits)) {
    const value = settings[name] as number | undefined;
    if (value === undefined || (typeof value === "number" && value >= min && value <= max)) continue;
    throw new CallError("VALIDATION_ERROR", `${name} is ${String(value)}: give a number from ${min} to ${max}.`);
  }
  return settings as Settings<TOptions, TDefaults>;
}

/** A listener that throws must not break what it listens to. */
function harmless(listener: Listening["onError"]): Listening["onError"] {
  return (
    listener &&
    ((error, place) => {
      try {
        listener(error, place);
      } catch {
        // There is nobody left to tell.
      }
    })
  );
}
