import { effect } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { CodeEditor } from "../../editor/code-editor-view.ts";
import { isObject } from "../../json/json-path.ts";
import type { InputState } from "../../state/input.ts";
import { createProgramLanguage } from "../../state/program-language.ts";
import type { ProgramReport } from "../../state/program-report.ts";
import type { Bench } from "../../state/workbench.ts";
import { useApp } from "../hooks/app-context.ts";
import { PlayIcon, StopIcon } from "../controls/icons.tsx";
import { CopyMenu } from "../operation/bench-tools.tsx";

/** This example runs on every hub, and shows what the hub has. */
const EXAMPLE = `// Find operations by what they do.
const found = await search("list");
console.log("found", found.length);

// Call one: env.namespace.name({ … })
return found.map(({ id }) => id);
`;

interface ProgramPanelProps {
  readonly bench: Bench;
  readonly editor: RefObject<CodeEditor | undefined>;
  readonly report: ProgramReport | undefined;
}

export function ProgramPanel({ bench, editor, report }: ProgramPanelProps) {
  return (
    <section class="column input-column" aria-labelledby="program-title">
      <div class="panel-head">
        <h2 id="program-title">Program</h2>
        <span class="hint only-wide">TypeScript</span>
        <button type="button" class="button small quiet" onClick={() => setProgram(bench.input, EXAMPLE)}>
          Example
        </button>
      </div>
      <ProgramEditor bench={bench} editor={editor} report={report} />
      <ProgramBar bench={bench} />
    </section>
  );
}

function ProgramEditor({ bench, editor, report }: ProgramPanelProps) {
  const { client, catalogue } = useApp();
  const { input } = bench;
  const host = useRef<HTMLDivElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    let leave = (): void => undefined;
    let isLeft = false;
    if (programIn(input) === "") setProgram(input, EXAMPLE);
    // A separate file: the rest of the page need not wait for it.
    void import("../../editor/code-editor-view.ts").then(({ createCodeEditor }) => {
      if (host.current === null || isLeft) return;
      const made = createCodeEditor({
        host: host.current,
        text: programIn(input),
        label: "Program",
        language: createProgramLanguage(client, catalogue),
        onChange: (text) => setProgram(input, text),
      });
      const stopFollowing = effect(() => made.setText(programIn(input)));
      editor.current = made;
      setLoaded(true);
      leave = () => {
        stopFollowing();
        made.destroy();
        editor.current = undefined;
      };
    });
    return () => {
      isLeft = true;
      leave();
    };
  }, []);
  const { line, error } = report ?? {};
  useEffect(() => {
    const isKnown = line !== undefined && error !== undefined;
    editor.current?.showProblem(isKnown ? { line, message: error.message } : undefined);
  }, [isLoaded, line, error]);
  return <div ref={host} class="json-editor program-editor" />;
}

function ProgramBar({ bench }: { readonly bench: Bench }) {
  const isRunning = bench.runner.state.value.step === "running";
  return (
    <div class="run-bar">
      {isRunning ? (
        <button type="button" class="button danger" onClick={() => bench.runner.abort()}>
          <StopIcon /> Abort <kbd aria-hidden="true">Esc</kbd>
        </button>
      ) : (
        <button type="button" class="button primary" onClick={() => void bench.run()}>
          <PlayIcon /> Run <kbd aria-hidden="true">Ctrl ↵</kbd>
        </button>
      )}
      <CopyMenu bench={bench} />
      <span class="hint run-hint only-wide">
        <kbd>Ctrl Space</kbd> completes
      </span>
    </div>
  );
}

/** The program is one member of the operation's input, so drafts, history and "Copy as" include it. */
function programIn({ value }: InputState): string {
  const code = isObject(value.value) ? value.value["code"] : undefined;
  return typeof code === "string" ? code : "";
}

function setProgram(input: InputState, code: string): void {
  input.set(["code"], code);
}
