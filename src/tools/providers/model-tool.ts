import type { PlainSchema } from "../../schema/standard/plain-schema.ts";

/** A tool before it gets a provider's own form. */
export interface ModelTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string;
  readonly schema: PlainSchema;
  /** Whether the provider is asked to hold the model to the schema. */
  readonly isStrict: boolean;
  /** Shown at once, even if the provider searches the others. */
  readonly isPinned?: boolean | undefined;
}

/** A model's call of a tool, whatever form the provider gives it. */
export interface ModelCall {
  readonly name: string;
  /** Parsed, or JSON text. */
  readonly arguments: unknown;
}
