import { CloseIcon } from "../controls/icons.tsx";

interface RemoveButtonProps {
  /** What is removed. */
  readonly label: string;
  readonly onClick: () => void;
}

export function RemoveButton({ label, onClick }: RemoveButtonProps) {
  return (
    <button type="button" class="icon-button small" aria-label={`Remove ${label}`} title="Remove" onClick={onClick}>
      <CloseIcon />
    </button>
  );
}
