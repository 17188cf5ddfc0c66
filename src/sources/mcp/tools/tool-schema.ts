import type { TSchema } from "typebox";
import { messageOf } from "../../../errors/call-error.ts";
import { lowerSchema } from "../../../schema/engine/lower-schema.ts";
import { getValidator } from "../../../schema/engine/validator.ts";
import { fromForeignSchema } from "../../../schema/patterns/foreign-schema.ts";

export interface ToolSchemaOptions {
  /** The schema as the server sent it. */
  readonly source: unknown;
  /** Used instead of a schema that cannot be used. It lets everything through. */
  readonly open: () => TSchema;
  /** Called with patterns that are not used. */
  readonly onWidened: (pattern: string) => void;
}

/** Only a schema of this many characters can be too large to compile. */
const LARGE = 50_000;

/** A schema of a tool, converted on first use. If it cannot be used, nothing is checked and the tool stays callable. */
export class ToolSchema {
  readonly #options: ToolSchemaOptions;
  #converted: { readonly schema: TSchema; readonly problem?: string } | undefined;

  constructor(options: ToolSchemaOptions) {
    this.#options = options;
  }

  get schema(): TSchema {
    return (this.#converted ??= this.#convert()).schema;
  }

  /** Why the server's schema cannot be used; undefined if it can. */
  get problem(): string | undefined {
    return (this.#converted ??= this.#convert()).problem;
  }

  #convert(): { schema: TSchema; problem?: string } {
    const { source, open, onWidened } = this.#options;
    try {
      const schema = fromForeignSchema(source, onWidened);
      assertUsable(schema, source);
      return { schema };
    } catch (thrown) {
      return { schema: open(), problem: messageOf(thrown) };
    }
  }
}

/** Throws for a schema that would not compile. Only large ones are compiled: all of a list would take too long. */
function assertUsable(schema: TSchema, source: unknown): void {
  if (typeof source === "boolean") return;
  if (typeof source !== "object" || source === null) throw new Error("a schema is an object or a boolean.");
  const validator = getValidator(schema);
  if (JSON.stringify(source).length > LARGE) void validator.check;
  else lowerSchema(validator.scope, validator.schema);
}
