import { getTextareaProps } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import type { RefObject } from "react";
import { ALT_TEXT_MAX } from "~/contract/limits";
import { Button } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { Fold } from "./fold";
import { describedCount } from "./photo-list";
import { SuggestAltText } from "./suggest-alt-text";
import type { Photos } from "./use-photos";
import { altTextError, type PostFields } from "./use-post-form";

interface Props {
  picker: Photos;
  fields: PostFields;
  altTextArea: RefObject<HTMLTextAreaElement | null>;
  /** Whether a model answers that can describe photos. */
  canSuggest: boolean;
}

/** Renders the alt text of the selected photo, and the steps to those of the others. */
export function AltTexts({ picker, fields, altTextArea, canSuggest }: Props) {
  const { t } = useLingui();
  const { photos, altText, selected, isSharing } = picker;
  const error = altTextError(altText);
  const isSeveral = photos.length > 1;
  const [done, count] = [describedCount(photos), photos.length];
  const described = t({ message: `${done} of ${count} described`, comment: "Photos with an alt text" });
  return (
    <Fold
      label={t`Accessibility`}
      value={isSeveral ? described : altText.trim() || t`Alt text`}
      isInvalid={error !== undefined}
    >
      <div className="flex items-start gap-3">
        {selected && (
          <img
            src={selected.preview}
            alt=""
            className="size-18 shrink-0 rounded-control bg-wash object-cover md:hidden"
          />
        )}
        <TextArea
          label={t`Accessibility`}
          labelHidden="folded"
          hint={t`Alt text helps people with visual impairments`}
          {...getTextareaProps(fields.altText, { value: false })}
          ref={altTextArea}
          value={altText}
          onChange={(event) => picker.describe(event.currentTarget.value)}
          readOnly={isSharing}
          error={error && [t(error)]}
          limit={ALT_TEXT_MAX}
          rows={2}
          className="min-w-0 flex-1"
        />
      </div>
      <AltTextNote {...{ picker, canSuggest }} />
      {isSeveral && selected && (
        <AltTextSteps
          {...{ picker, described }}
          at={photos.indexOf(selected)}
          onStep={() => altTextArea.current?.focus()}
        />
      )}
    </Fold>
  );
}

/** Asks for an alt text, and offers one by AI, while the selected photo has none. */
function AltTextNote({ picker, canSuggest }: Pick<Props, "picker" | "canSuggest">) {
  const { t } = useLingui();
  const { selected, photos } = picker;
  if (selected?.altText.trim() !== "") return null;
  const place = photos.indexOf(selected) + 1;
  return (
    <div className="flex items-center gap-2 text-muted text-sm">
      <span className="rounded-sm border border-edge px-1.5 py-0.5 font-semibold text-xs">
        <Trans comment="A badge: short for alt text">ALT</Trans>
      </span>
      <p>
        {photos.length > 1
          ? t`No alt text yet. Describe photo ${place} in a sentence.`
          : t`No alt text yet. Describe the photo in a sentence.`}
      </p>
      {canSuggest && (
        <SuggestAltText
          key={selected.preview}
          upload={() => picker.upload(selected)}
          onText={(value) => picker.describe(value)}
        />
      )}
    </div>
  );
}

interface StepsProps {
  picker: Photos;
  /** Index of the selected photo. */
  at: number;
  described: string;
  /** Called once another photo is selected. */
  onStep: () => void;
}

function AltTextSteps({ picker, at, described, onStep }: StepsProps) {
  const { t } = useLingui();
  const { photos } = picker;
  const [place, count] = [at + 1, photos.length];
  const step = (to: number) => {
    const photo = photos[to];
    if (!photo) return;
    picker.select(photo.id);
    onStep();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="figures me-auto text-muted text-sm">
        {[t`Photo ${place} of ${count}`, described].join(" · ")}
      </p>
      <span className="flex flex-wrap gap-2">
        <StepButton label={t`Previous`} isOver={at === 0} onClick={() => step(at - 1)} />
        <StepButton label={t`Next`} isOver={at === photos.length - 1} onClick={() => step(at + 1)} />
      </span>
    </div>
  );
}

interface StepButtonProps {
  label: string;
  isOver: boolean;
  onClick: () => void;
}

function StepButton({ label, isOver, onClick }: StepButtonProps) {
  return (
    <Button variant="quiet" size="small" aria-disabled={isOver || undefined} onClick={onClick}>
      {label}
    </Button>
  );
}
