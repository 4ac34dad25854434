import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useId, useRef, useState } from "react";
import { ALT_TEXT_MAX, CAPTION_MAX } from "~/contract/limits";
import { variantUrl } from "~/contract/media-address";
import { messageIn, ruleMessage, rulesIn } from "~/contract/messages";
import { type PostField, postFieldNames, postLines } from "~/contract/post-field-names";
import type { PostFrame } from "~/contract/post-frame";
import { type EditPostInput, editPostInput, type PostPhoto, type PostView } from "~/contract/posts";
import { z } from "~/contract/zod";
import { ApiError, api } from "~/features/api/client";
import { Mentions } from "~/features/text/mentions";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Dialog } from "~/ui/dialog";
import { Field, TextArea } from "~/ui/field";
import { FramePicker } from "~/ui/frame-picker";
import { RadioGroup } from "~/ui/radio-group";
import { submitOnModEnter } from "~/ui/submit-on-enter";
import { showBrief, showError } from "~/ui/toast-store";
import { visibilityOptions } from "~/ui/visibility-options";
import { updatePost } from "./post-store";

const FORM = "edit-post";

/** Edits caption, location, alt texts, frame, cover and visibility of the viewer's own post. A default export, because `lazy` needs one. */
export default function EditDialog({ post, onClose }: { post: PostView; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const { values, setAltTexts, control, isFixed, busy, save, ...choices } = useEditedPost(post, onClose);
  const caption = useRef<HTMLTextAreaElement>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`Edit post`}
      keepsInput
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
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
            <AltTexts photos={post.photos ?? []} values={values.altTexts} onChange={setAltTexts} />
            <FramePicker value={choices.frame} onPick={choices.setFrame} />
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
        <Checkbox
          label={isFixed ? t`Marked as sensitive by a moderator` : t`Mark as sensitive`}
          checked={choices.isSensitive}
          disabled={isFixed}
          onChange={(event) => choices.setSensitive(event.currentTarget.checked)}
        />
        {post.camera && (
          <Checkbox
            label={t`Show camera data`}
            checked={choices.showsCamera}
            onChange={(event) => choices.setShowsCamera(event.currentTarget.checked)}
          />
        )}
        <RadioGroup
          legend={t`Who can see it`}
          name="visibility"
          options={visibilityOptions(i18n)}
          value={choices.visibility}
          onChange={choices.setVisibility}
        />
      </form>
    </Dialog>
  );
}

/** Returns the edited values of a post, and how to store them. */
function useEditedPost(post: PostView, onClose: () => void) {
  const { t, i18n } = useLingui();
  const [values, setValues] = useState<EditPostInput>({
    ...Object.fromEntries(postFieldNames.map((name) => [name, post[name] ?? ""])),
    ...(post.photos && { altText: undefined, altTexts: post.photos.map(({ altText }) => altText) }),
  });
  const [isSensitive, setSensitive] = useState(post.cover !== null);
  const [visibility, setVisibility] = useState(post.visibility);
  const [frame, setFrame] = useState<PostFrame>(post.frame ?? "original");
  const [showsCamera, setShowsCamera] = useState(post.camera !== undefined);
  /** A moderator has covered the photo. */
  const isFixed = post.cover === "moderator";
  const [busy, setBusy] = useState(false);
  const checked = editPostInput.safeParse(values);
  const errors = checked.error
    ? z.flattenError(checked.error, ({ message }) => messageIn(i18n, ruleMessage(message))).fieldErrors
    : {};

  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy || !checked.success) return;
    setBusy(true);
    try {
      const edited = await api("PATCH /api/posts/{id}", {
        params: { id: post.id },
        body: {
          ...checked.data,
          ...(!isFixed && { isSensitive }),
          ...(post.camera && !showsCamera && { camera: null }),
          ...(visibility !== post.visibility && { visibility }),
          ...(post.photos && { frame }),
        },
      });
      // Frames bring the others, which may be newer than the reply.
      const {
        likeCount,
        isLiked,
        isSaved,
        commentCount,
        comments,
        pinnedComment,
        hiddenComments,
        ...changed
      } = edited;
      updatePost(post.id, () => ({ camera: undefined, frame: undefined, ...changed }));
      showBrief(t`Post updated`);
      onClose();
    } catch (error) {
      showError(error instanceof ApiError ? error.reason : t`Failed to update post`);
      setBusy(false);
    }
  }
  const control = (field: PostField) => ({
    value: values[field] ?? "",
    error: errors[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((current) => ({ ...current, [field]: value }));
    },
  });
  return {
    values,
    setAltTexts: (altTexts: string[]) => setValues((current) => ({ ...current, altTexts })),
    control,
    isFixed,
    isSensitive,
    setSensitive,
    visibility,
    setVisibility,
    frame,
    setFrame,
    showsCamera,
    setShowsCamera,
    busy,
    save,
  };
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
