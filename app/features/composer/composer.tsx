import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { useRef, useState } from "react";
import { Form } from "react-router";
import { postFieldNames } from "~/contract/post-field-names";
import { Button } from "~/ui/button";
import { FormError } from "~/ui/form-error";
import { submitOnModEnter } from "~/ui/submit-on-enter";
import { useTextBeforeHydration } from "~/ui/use-text-before-hydration";
import { DiscardDraft } from "./discard-draft";
import { type Draft, isEmpty, readAudience } from "./draft";
import { LeaveGuard } from "./leave-guard";
import { PhotoFields } from "./photo-fields";
import { PhotoPicker } from "./photo-picker";
import { PostFields } from "./post-fields";
import { SharedOffer } from "./shared-offer";
import { draftFields, useDraft } from "./use-draft";
import { usePhotos } from "./use-photos";
import { usePostForm, useServerErrors } from "./use-post-form";
import { type OfferedImage, usePrefill } from "./use-prefill";
import { retryUpload, useSharePost } from "./use-share-post";
import type { Shared } from "./use-shared-photos";

interface Props {
  memberId: string;
  lastResult?: SubmissionResult<string[]>;
  offered: OfferedImage | null;
  keepsOriginals: boolean;
}

/**
 * Renders the form of a new post (docs/product.md#posts). Sharing uploads the photos first, with progress, and then submits
 * the form with the URLs of the uploads.
 */
export function Composer({ memberId, lastResult, offered, keepsOriginals }: Props) {
  const picker = usePhotos(String(lastResult?.initialValue?.altText ?? ""), keepsOriginals);
  const { photos, altText } = picker;
  const altTextArea = useRef<HTMLTextAreaElement>(null);
  useTextBeforeHydration(altTextArea, picker.describe);
  const [showsCamera, setShowsCamera] = useState(false);
  // oxlint-disable-next-line react/immutability -- the form is submitted after the rendering, which gives its id to `share`.
  const [form, fields, isChecking] = usePostForm(lastResult, (event, formData) => share(event, formData));
  const prefill = usePrefill(offered, picker.addUrl);
  useServerErrors(lastResult, picker.forgetUploads);
  const draft: Draft = {
    ...draftFields(fields),
    altText: photos[0]?.altText ?? altText,
    visibility: fields.visibility.value === "connections" ? "connections" : "everyone",
    photos: photos.map((photo) => ({ id: photo.id, altText: photo.altText })),
  };
  const { isKept, isRestored } = useDraft(memberId, draft, prefill, picker, (name, value) => {
    if (name !== "altText") form.update({ name, value });
    else if (!altTextArea.current?.value) picker.describe(value);
  });
  const { share, busy, isWaiting, isShared, uploading, photoErrors, setPhotoErrors } = useSharePost({
    formId: form.id,
    picker,
    draft,
    showsCamera,
    altTextArea,
  });

  function addShared({ files, text }: Shared) {
    // A post that the member has begun keeps its audience.
    const audience = isEmpty(draft) ? readAudience(memberId) : null;
    if (audience) form.update({ name: "visibility", value: audience });
    if (files.length > 0) addFiles(files);
    const value = [draft.caption, text].filter(Boolean).join("\n");
    if (text) form.update({ name: "caption", value });
  }

  function addFiles(files: File[]) {
    // The photos of the post are those at the press of Share.
    if (uploading) picker.cancel();
    setPhotoErrors(undefined);
    void picker.addFiles(files).then((problem) => problem && setPhotoErrors([problem]));
  }

  function discard() {
    setPhotoErrors(undefined);
    picker.clear();
    setShowsCamera(false);
    for (const name of postFieldNames) if (name !== "altText") form.update({ name, value: "" });
    form.update({ name: "visibility", value: "everyone" });
  }

  return (
    <Form
      method="post"
      encType="multipart/form-data"
      {...getFormProps(form)}
      onKeyDown={submitOnModEnter}
      className="grid grid-cols-1 items-start gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]"
    >
      <SharedOffer isDraftRestored={isRestored} onAdd={addShared} />
      <LeaveGuard photos={isShared ? 0 : photos.length} isKept={isKept} onLeave={picker.cancel} />
      <div className="grid gap-4">
        <PhotoPicker
          picker={picker}
          error={photoErrors ?? (photos.length === 0 ? fields.mediaUrl.errors : fields.photos.errors)}
          onFiles={addFiles}
          onRetry={(photo) => {
            setPhotoErrors(undefined);
            void retryUpload(photo, picker);
          }}
          onChange={() => setPhotoErrors(undefined)}
        />
        <PhotoFields {...{ picker, fields, altTextArea, isKept, showsCamera, setShowsCamera }} />
      </div>
      <div className="grid gap-5">
        <PostFields fields={fields} />
        <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
        <Button type="submit" wide busy={busy || isWaiting || isChecking} busyLabel="Sharing...">
          Share
        </Button>
        {!busy && !isEmpty(draft) && <DiscardDraft onDiscard={discard} />}
      </div>
    </Form>
  );
}
