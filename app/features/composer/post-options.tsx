import { getInputProps } from "@conform-to/react";
import { useLingui } from "@lingui/react/macro";
import { cameraText } from "~/contract/camera-text";
import { postLines } from "~/contract/post-fields";
import { frameNames } from "~/contract/post-frame";
import { visibilityTexts } from "~/contract/texts";
import { Checkbox } from "~/ui/checkbox";
import { Field } from "~/ui/field";
import { FramePicker } from "~/ui/frame-picker";
import { RadioGroup } from "~/ui/radio-group";
import { visibilityOptions } from "~/ui/visibility-options";
import type { Choices } from "./choices";
import { Fold } from "./fold";
import { frameOfSet } from "./photo-list";
import type { Photos } from "./use-photos";
import type { PostFields } from "./use-post-form";

export interface ChoiceProps {
  picker: Photos;
  fields: PostFields;
  choices: Choices;
  choose: (choices: Partial<Choices>) => void;
}

/** Renders the lines of a new post: location and others of one line. */
export function PostLines({ picker, fields, choices, choose }: ChoiceProps) {
  const { t } = useLingui();
  return postLines.map(({ name, label, ...line }) => (
    <Fold
      key={name}
      label={t(label)}
      value={choices[name].trim() || t({ message: "Add", comment: "Verb: add to the post" })}
      isInvalid={fields[name].errors !== undefined}
    >
      <Field
        {...getInputProps(fields[name], { type: "text", value: false })}
        value={choices[name]}
        onChange={(event) => choose({ [name]: event.currentTarget.value })}
        readOnly={picker.isSharing}
        error={fields[name].errors}
        {...line}
        label={t(label)}
        labelHidden="folded"
        optional
      />
    </Fold>
  ));
}

function FrameChoice({ picker, choices, choose }: Omit<ChoiceProps, "fields">) {
  const { t } = useLingui();
  const frame = frameOfSet(choices.frame, picker.photos);
  const name = frameNames[frame];
  return (
    <Fold
      label={t({ message: "Frame", comment: "The proportions of a post with several photos" })}
      value={typeof name === "string" ? name : t(name)}
    >
      <FramePicker
        legendHidden="folded"
        isFixed={picker.isSharing}
        value={frame}
        onPick={(picked) => choose({ frame: picked })}
      />
    </Fold>
  );
}

/** Renders what is chosen about a new post, beside its texts: frame, camera data, cover and audience. */
export function PostOptions({ picker, fields, choices, choose }: ChoiceProps) {
  const { t, i18n } = useLingui();
  const { photos, isSharing } = picker;
  const camera = photos[0]?.camera;
  return (
    <>
      {photos.length > 1 && <FrameChoice {...{ picker, choices, choose }} />}
      {camera && (
        <Checkbox
          label={
            <>
              <span>{photos.length > 1 ? t`Show camera data of the first photo` : t`Show camera data`}</span>
              <span dir="auto" className="wrap-anywhere block text-muted text-sm">
                {cameraText(camera)}
              </span>
            </>
          }
          checked={choices.showsCamera}
          onChange={(event) => choose({ showsCamera: event.currentTarget.checked })}
          aria-disabled={isSharing || undefined}
          error={fields.camera.errors}
          className="max-md:py-3"
        />
      )}
      <Checkbox
        label={t`Mark as sensitive`}
        {...getInputProps(fields.isSensitive, { type: "checkbox", value: false })}
        checked={choices.isSensitive}
        onChange={(event) => choose({ isSensitive: event.currentTarget.checked })}
        aria-disabled={isSharing || undefined}
        error={fields.isSensitive.errors}
        className="max-md:py-3"
      />
      <Fold label={t`Who can see it`} value={t(visibilityTexts[choices.visibility].label)}>
        <RadioGroup
          legend={t`Who can see it`}
          legendHidden="folded"
          name={fields.visibility.name}
          options={visibilityOptions(i18n)}
          isFixed={isSharing}
          value={choices.visibility}
          onChange={(visibility) => choose({ visibility })}
        />
      </Fold>
    </>
  );
}
