import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, useId, useState } from "react";
import { Button } from "~/ui/button";
import { isComposing } from "~/ui/submit-on-enter";
import { showToast } from "~/ui/toast";
import { isUnadjusted } from "./compare-edits";
import type { Adjustments } from "./edits";
import type { Look } from "./looks";
import { LOOK_NAME_MAX, OWN_LOOKS_MAX, type OwnLooks, withoutLook, withSavedLook } from "./own-looks";

interface Props {
  own: OwnLooks;
  chosen: Look | undefined;
  adjustments: Adjustments;
  /** Stores the looks; returns whether that worked. */
  onKeep: (next: OwnLooks) => boolean;
}

/** Renders the buttons that save the adjustments as a look of the member's own, and remove the chosen one. */
export function SaveLook({ own, chosen, adjustments, onKeep }: Props) {
  const { t } = useLingui();
  const [isNaming, setNaming] = useState(false);
  const isOwn = chosen !== undefined && own.saved.some((look) => look === chosen);
  const isFull = own.saved.length >= OWN_LOOKS_MAX;
  function keep(next: OwnLooks): void {
    if (onKeep(next)) setNaming(false);
    else
      showToast({
        kind: "danger",
        title: t`Look not saved`,
        text: t`This browser has no room to keep your looks.`,
      });
  }
  if (isNaming)
    return (
      <NameForm
        onCancel={() => setNaming(false)}
        onName={(name) => keep(withSavedLook(own, name, adjustments))}
      />
    );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        variant="quiet"
        size="small"
        disabled={isFull || isOwn || isUnadjusted(adjustments)}
        onClick={() => setNaming(true)}
      >
        <Trans>Save look</Trans>
      </Button>
      {isOwn && (
        <Button variant="quiet" size="small" onClick={() => keep(withoutLook(own, chosen.id))}>
          <Trans>Remove look</Trans>
        </Button>
      )}
      {isFull && !isOwn && (
        <p className="text-muted text-sm">
          {t({ message: plural(OWN_LOOKS_MAX, { other: "You have # looks. Remove one to save another." }) })}
        </p>
      )}
    </div>
  );
}

/** Renders the field of the name of a new look. */
function NameForm({ onName, onCancel }: { onName: (name: string) => void; onCancel: () => void }) {
  const id = useId();
  const [name, setName] = useState("");
  const isNamed = name.trim() !== "";
  function press(event: KeyboardEvent) {
    if (event.key === "Enter" && isNamed && !isComposing(event)) onName(name);
    if (event.key === "Escape") onCancel();
  }
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm">
        <Trans>Name of your look</Trans>
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          // biome-ignore lint/a11y/noAutofocus: the field replaces the button that was pressed.
          autoFocus
          data-own-escape=""
          autoComplete="off"
          dir="auto"
          maxLength={LOOK_NAME_MAX}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          onKeyDown={press}
          className="h-11 min-w-0 flex-1 basis-36 rounded-control border border-edge bg-surface px-3"
        />
        <Button size="medium" disabled={!isNamed} onClick={() => onName(name)}>
          <Trans comment="A new look of a member's own">Save</Trans>
        </Button>
        <Button variant="plain" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </div>
  );
}
