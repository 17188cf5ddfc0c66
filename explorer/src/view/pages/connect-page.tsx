import { hostCards } from "../../data/host-cards.ts";
import type { HostCard } from "../../data/host-cards.ts";
import { DocLink } from "../controls/doc-link.tsx";
import { CopyButton } from "../controls/copy-button.tsx";

/** How to connect editors and assistants to this hub: one card for each. */
export function ConnectPage() {
  return (
    <div class="page">
      <div class="page-head">
        <h1>Connect an editor or assistant</h1>
        <DocLink to="hosts">Every host, step by step</DocLink>
      </div>
      <p class="muted">
        The command writes the host's config for you, with its own key. Elsewhere, paste the text and add a key:{" "}
        <code>operations keys add my-editor</code> creates one.
      </p>
      <ul class="host-cards">
        {hostCards(location.origin).map((card) => (
          <Card key={card.name} card={card} />
        ))}
      </ul>
    </div>
  );
}

function Card({ card: { name, title, where, text } }: { readonly card: HostCard }) {
  const command = `operations install ${name}`;
  const id = `host-${name}`;
  return (
    <li class="host-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="host-command">
        <code>{command}</code>
        <CopyButton text={command} label={`Copy the command for ${title}`} />
      </div>
      <p class="muted">{where}</p>
      <div class="host-text">
        {/* It may be wider than its card: the keyboard must be able to scroll it. */}
        <pre class="code-block" tabIndex={0} aria-label={`Text for ${title}`}>
          {text}
        </pre>
        <CopyButton text={text} label={`Copy the text for ${title}`} hasWord />
      </div>
    </li>
  );
}
