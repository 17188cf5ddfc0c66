import type { FormNode } from "../../form/form-node.ts";
import { toPointer } from "../../../../src/shared/json/json-pointer.ts";
import { getAt, moveItem } from "../../json/json-path.ts";
import { IconButton } from "../controls/icon-button.tsx";
import { CloseIcon, DownIcon, UpIcon } from "../controls/icons.tsx";
import { focusFieldSoon } from "./focus-field.ts";
import { useForm } from "./form-context.ts";

/** Moves and removes an item of a list. */
export function ItemTools({ node }: { readonly node: FormNode }) {
  const input = useForm();
  const listPath = node.path.slice(0, -1);
  const index = Number(node.path.at(-1));
  const list = getAt(input.value.value, listPath);
  if (!Array.isArray(list)) return null;
  const pointerAt = (at: number): string => toPointer([...listPath, at]);
  // The focus follows the item, so that the user can move it further.
  const move = (to: number) => (): void => {
    input.set(listPath, moveItem(list, index, to));
    focusFieldSoon(pointerAt(to));
  };
  return (
    <>
      <IconButton
        icon={UpIcon}
        label={`Move ${node.label} up`}
        title="Move up"
        disabled={index === 0}
        onClick={move(index - 1)}
      />
      <IconButton
        icon={DownIcon}
        label={`Move ${node.label} down`}
        title="Move down"
        disabled={index === list.length - 1}
        onClick={move(index + 1)}
      />
      <IconButton
        icon={CloseIcon}
        label={`Remove ${node.label}`}
        title="Remove"
        onClick={() => {
          input.set(node.path, undefined);
          focusFieldSoon(pointerAt(Math.min(index, list.length - 2)));
        }}
      />
    </>
  );
}
