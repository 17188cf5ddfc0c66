import { ConnectionBanner } from "./connection-banner.tsx";
import { HelpDialog } from "./help-dialog.tsx";
import { Login } from "./login.tsx";
import { Shell } from "./shell.tsx";
import { useApp } from "../controls/app-context.ts";

export function App() {
  const { session, announcement } = useApp();
  const { step } = session.state.value;
  return (
    <>
      <ConnectionBanner />
      {step === "starting" && (
        <main class="splash">
          <p class="loading">Connecting …</p>
        </main>
      )}
      {step === "out" && <Login />}
      {step === "in" && <Shell />}
      <HelpDialog />
      <div class="sr-only" role="status" aria-live="polite">
        {announcement}
      </div>
    </>
  );
}
