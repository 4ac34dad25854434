import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useRef } from "react";
import { ALT_TEXT_MAX, CAPTION_MAX } from "~/contract/limits";
import { variantUrl } from "~/contract/media-address";
import { rulesIn } from "~/contract/messages";
import { postLines } from "~/contract/post-fields";
import { editPostInput, type PostPhoto, type PostView } from "~/contract/posts";
import { Mentions } from "~/features/text/mentions";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Dialog } from "~/ui/dialog";
import { Field, TextArea } from "~/ui/field";
import { FramePicker } from "~/ui/frame-picker";
import { RadioGroup } from "~/ui/radio-group";
import { submitOnModEnter } from "~/ui/submit-on-enter";
import { visibilityOptions } from "~/ui/visibility-options";
import { useEditedPost } from "./use-edited-post";

const FORM = "edit-post";

/** Edits the viewer's own post: texts, frame, cover and visibility. A default export, because `lazy` needs one. */
export default function EditDialog({ post, onClose }: { post: PostView; onClose: () => void }) {
  const { t } = useLingui();
  const edited = useEditedPost(post, onClose);
  const { values, control, setValues, change, isRestored, busy, save } = edited;
  const caption = useRef<HTMLTextAreaElement>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`Edit post`}
      keepsInput
      hasChanges={isRestored}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={FORM} busy={busy} busyLabel={t`Saving...`}>
            <Trans>Save Changes</Trans>
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={save} onKeyDown={submitOnModEnter} className="grid gap-4">
        <TextArea ref={caption} label={t`Caption`} limit={CAPTION_MAX} {...control("caption")} />
        <Mentions field={caption} />
        {postLines.map(({ name, ...line }) => (
          <Field key={name} optional {...line} label={t(line.label)} {...control(name)} />
        ))}
        {values.altTexts ? (
          <>
            <AltTexts
              photos={post.photos ?? []}
              values={values.altTexts}
              onChange={(altTexts) => setValues({ altTexts })}
            />
            <FramePicker value={edited.frame} onPick={(frame) => change({ frame })} />
          </>
        ) : (
          <TextArea
            label={t`Accessibility`}
            hint={t`Alt text helps people with visual impairments`}
            rows={2}
            limit={ALT_TEXT_MAX}
            {...control("altText")}
          />
        )}
        <Choices post={post} edited={edited} />
      </form>
    </Dialog>
  );
}

type ChoicesProps = { post: PostView; edited: ReturnType<typeof useEditedPost> };

/** The choices beside the texts: cover, camera data and audience. */
function Choices({ post, edited }: ChoicesProps) {
  const { t, i18n } = useLingui();
  const { change } = edited;
  const isFixed = post.cover === "moderator";
  return (
    <>
      <Checkbox
        label={isFixed ? t`Marked as sensitive by a moderator` : t`Mark as sensitive`}
        checked={edited.isSensitive}
        disabled={isFixed}
        onChange={(event) => change({ isSensitive: event.currentTarget.checked })}
      />
      {post.camera && (
        <Checkbox
          label={t`Show camera data`}
          checked={edited.showsCamera}
          onChange={(event) => change({ showsCamera: event.currentTarget.checked })}
        />
      )}
      <RadioGroup
        legend={t`Who can see it`}
        name="visibility"
        options={visibilityOptions(i18n)}
        value={edited.visibility}
        onChange={(visibility) => change({ visibility })}
      />
    </>
  );
}

interface AltTextsProps {
  photos: readonly PostPhoto[];
  values: readonly string[];
  onChange: (values: string[]) => void;
}

/** The alt texts of several photos, each beside its photo. */
function AltTexts({ photos, values, onChange }: AltTextsProps) {
  const { t, i18n } = useLingui();
  const hint = useId();
  return (
    <fieldset aria-describedby={hint} className="grid gap-3">
      <legend className="mb-1 font-medium text-sm">
        <Trans>Accessibility</Trans>
      </legend>
      <p id={hint} className="text-muted text-sm">
        <Trans>Alt text helps people with visual impairments</Trans>
      </p>
      {photos.map(({ mediaUrl, color }, at) => {
        const value = values[at] ?? "";
        const number = at + 1;
        const count = photos.length;
        return (
          <div key={mediaUrl} className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-start gap-3">
            <img
              src={variantUrl(mediaUrl, "thumb")}
              alt=""
              style={{ backgroundColor: color }}
              className="aspect-square w-full rounded-control object-cover"
            />
            <TextArea
              label={t`Photo ${number} of ${count}`}
              rows={2}
              limit={ALT_TEXT_MAX}
              value={value}
              error={rulesIn(i18n)(editPostInput.shape.altText.safeParse(value).error?.issues ?? [])}
              onChange={(event) =>
                onChange(values.map((old, place) => (place === at ? event.currentTarget.value : old)))
              }
            />
          </div>
        );
      })}
    </fieldset>
  );
}
