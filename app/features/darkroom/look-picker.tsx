import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { isSameAdjustments, isUnadjusted } from "./compare-edits";
import type { Edits } from "./edits";
import { LookTile, type Position } from "./look-tile";
import { adjustmentsAt, type Look, looks, withLook } from "./looks";
import { type OwnLooks, readOwnLooks, storeOwnLooks } from "./own-looks";
import { SaveLook } from "./save-look";
import { SliderRow } from "./slider-row";
import type { Source } from "./source";
import type { EditHistory } from "./use-history";

interface Props {
  /** A small source of the photo. */
  source: Source;
  edits: Edits;
  memberId: string;
  change: EditHistory["change"];
}

/** Renders the looks of the product and of the member, and the strength of the chosen one. */
export function LookPicker({ source, edits, memberId, change }: Props) {
  const [own, setOwn] = useState(() => readOwnLooks(memberId));
  const { turns, mirrored, adjustments } = edits;
  const position: Position = { turns, mirrored };
  const last: Look[] = own.last && !isUnadjusted(own.last) ? [{ id: "last", adjustments: own.last }] : [];
  const all = [...looks, ...last, ...own.saved];
  const chosen = chosenOf(all, edits);
  const strength = edits.look?.id === chosen?.id ? (edits.look?.strength ?? 100) : 100;

  function keep(next: OwnLooks): boolean {
    const isKept = storeOwnLooks(memberId, next);
    if (isKept) setOwn(next);
    return isKept;
  }
  return (
    <div className="grid gap-2">
      <StrengthSlider look={chosen} strength={strength} change={change} />
      <fieldset className="-mx-4 flex min-w-0 gap-1 overflow-x-auto overscroll-x-contain px-4 py-1 roomy:mx-0 roomy:grid roomy:grid-cols-4 roomy:px-0">
        <legend className="sr-only">
          <Trans comment="A set of colours for photos">Look</Trans>
        </legend>
        {all.map((look) => (
          <LookTile
            key={look.id}
            source={source}
            position={position}
            look={look}
            isOwn={look.name !== undefined}
            isChosen={look === chosen}
            onPick={() => change(null, (old) => withLook(old, look))}
          />
        ))}
      </fieldset>
      <SaveLook own={own} chosen={chosen} adjustments={adjustments} onKeep={keep} />
    </div>
  );
}

/** Returns the look that the photo has: the one that was picked, else one with the same adjustments. */
function chosenOf(all: readonly Look[], { look: picked, adjustments }: Edits): Look | undefined {
  const own = all.find(({ id }) => id === picked?.id);
  if (own && picked && isSameAdjustments(adjustmentsAt(own, picked.strength), adjustments)) return own;
  return all.find((look) => isSameAdjustments(look.adjustments, adjustments));
}

interface StrengthProps {
  look: Look | undefined;
  strength: number;
  change: EditHistory["change"];
}

/** Renders the strength of a look. It keeps its room without one, so that the looks stay in place. */
function StrengthSlider({ look, strength, change }: StrengthProps) {
  const { t } = useLingui();
  if (!look || isUnadjusted(look.adjustments))
    return (
      <p className="flex min-h-11 items-center text-muted text-sm">
        {look ? t`Pick a look` : t({ message: "Your own mix", comment: "Colours that are no look" })}
      </p>
    );
  return (
    <SliderRow
      label={t({ message: "Strength", comment: "Of a look" })}
      min={0}
      max={100}
      value={strength}
      initial={100}
      onChange={(value) => change("strength", (old) => withLook(old, look, value))}
      onSet={(value) => change(null, (old) => withLook(old, look, value))}
    />
  );
}
