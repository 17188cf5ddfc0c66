import { useState } from "preact/hooks";
import { useApp } from "./app-context.ts";
import { Failure } from "./failure.tsx";

interface ConnectButtonProps {
  readonly source: string;
  readonly children: string;
  /** Whether it is what the user most likely wants. Default: true. */
  readonly isMain?: boolean;
}

/** Brings the user to the page of the service behind a source. The hub sends them back to the sources. */
export function ConnectButton({ source, children, isMain = true }: ConnectButtonProps) {
  const { client } = useApp();
  const [failure, setFailure] = useState<unknown>(undefined);
  const [isLeaving, setLeaving] = useState(false);
  const connect = (): void => {
    setLeaving(true);
    setFailure(undefined);
    client.connect(source).then(
      (url) => location.assign(url),
      (error: unknown) => {
        setFailure(error);
        setLeaving(false);
      },
    );
  };
  return (
    <>
      <button type="button" class={isMain ? "button primary" : "button"} disabled={isLeaving} onClick={connect}>
        {children}
      </button>
      {failure !== undefined && <Failure error={failure} />}
    </>
  );
}
