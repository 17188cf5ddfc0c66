/** What the user has typed for questions without an answer yet. It survives the end of the call, and a reload. */
import { effect, signal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import type { AskedQuestion, ElicitationAnswer } from "../api/contract.ts";
import { SchemaDocument } from "../form/schema-document.ts";
import { Secrets } from "../form/secrets.ts";
import { isObject } from "../json/json-path.ts";
import type { Drafts } from "../kept/drafts.ts";

export type AnswerContent = NonNullable<ElicitationAnswer["content"]>;

export class TypedAnswers {
  readonly #drafts: Pick<Drafts, "read" | "write">;
  readonly #operationId: string;
  readonly #typed = new Map<string, Signal<AnswerContent | undefined>>();

  constructor(drafts: Pick<Drafts, "read" | "write">, operationId: string) {
    this.#drafts = drafts;
    this.#operationId = operationId;
  }

  /** The same for the same question of another call. */
  of(question: AskedQuestion): Signal<AnswerContent | undefined> {
    const key = this.#keyOf(question);
    const known = this.#typed.get(key);
    if (known !== undefined) return known;
    const typed = signal(readContent(this.#drafts.read(key)));
    this.#typed.set(key, typed);
    const secrets = new Secrets(new SchemaDocument(question.requestedSchema ?? {}));
    effect(() => {
      const { value } = secrets.strip(typed.value);
      this.#drafts.write(key, value === undefined ? undefined : JSON.stringify(value));
    });
    return typed;
  }

  forget(question: AskedQuestion): void {
    this.of(question).value = undefined;
  }

  #keyOf({ message, requestedSchema }: AskedQuestion): string {
    return `${this.#operationId} ${JSON.stringify([message, requestedSchema])}`;
  }
}

/** The storage can hold anything. */
function readContent(text: string | undefined): AnswerContent | undefined {
  try {
    const kept: unknown = JSON.parse(text ?? "null");
    return isObject(kept) ? (kept as AnswerContent) : undefined;
  } catch {
    return undefined;
  }
}
