import type { ComponentType } from "preact";

interface IconButtonProps {
  readonly icon: ComponentType;
  /** What the button does, for screen readers. */
  readonly label: string;
  /** Shown on hover. Default: the label. */
  readonly title?: string;
  readonly isLarge?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

export function IconButton({ icon: Icon, label, title = label, isLarge = false, disabled, onClick }: IconButtonProps) {
  const look = isLarge ? "icon-button" : "icon-button small";
  return (
    <button type="button" class={look} aria-label={label} title={title} disabled={disabled} onClick={onClick}>
      <Icon />
    </button>
  );
}
