import { useState } from "preact/hooks";
import { useApp } from "../hooks/app-context.ts";
import { Failure } from "./failure.tsx";

interface ConnectButtonProps {
  readonly source: string;
  readonly children: string;
  /** Whether this is the user's most likely next step. Default: true. */
  readonly isMain?: boolean;
}

/** Leads the user to the page of the service behind a source. The hub then sends them back to the Sources page. */
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
