import {
  getFormProps,
  getInputProps,
  getTextareaProps,
  type SubmissionResult,
  useForm,
} from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { cameraText } from "~/contract/camera-text";
import { newId } from "~/contract/ids";
import { ALT_TEXT_MAX, CAPTION_MAX, LOCATION_MAX } from "~/contract/limits";
import { postForm } from "~/contract/posts";
import { IMAGE_MISSING, visibilityTexts } from "~/contract/texts";
import { dropCachedFeed } from "~/features/feed/feed-store";
import { Mentions } from "~/features/text/mentions";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Field, TextArea } from "~/ui/field";
import { FormError } from "~/ui/form-error";
import { RadioGroup } from "~/ui/radio-group";
import { submitOnModEnter } from "~/ui/submit-on-enter";
import { showToast } from "~/ui/toast";
import { DiscardDraft } from "./discard-draft";
import { isEmpty, readAudience } from "./draft";
import { LeaveGuard } from "./leave-guard";
import type { ChosenPhoto } from "./photo-list";
import { PhotoPicker } from "./photo-picker";
import { SharedOffer } from "./shared-offer";
import { SuggestAltText } from "./suggest-alt-text";
import { UploadError } from "./upload-photo";
import { useDraft } from "./use-draft";
import { type Photos, type UploadedPhoto, usePhotos } from "./use-photos";
import { type OfferedImage, usePrefill } from "./use-prefill";
import type { Shared } from "./use-shared-photos";
import { useSubmitOnceOpen } from "./use-submit-once-open";
import { useTextBeforeHydration } from "./use-text-before-hydration";

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
  const altTextArea = useTextBeforeHydration(picker.describe);
  const caption = useRef<HTMLTextAreaElement>(null);
  const submit = useSubmit();
  const navigation = useNavigation();
  const [uploading, setUploading] = useState(false);
  const [showsCamera, setShowsCamera] = useState(false);
  const camera = photos[0]?.camera;
  const [photoErrors, setPhotoErrors] = useState<string[]>();
  const [form, fields] = useForm({
    lastResult,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: postForm }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onSubmit: (event, { formData }) => void share(event, formData),
  });
  const prefill = usePrefill(offered, picker.addUrl);
  useServerErrors(lastResult, picker.forgetUploads);
  const draft = {
    caption: fields.caption.value ?? "",
    location: fields.location.value ?? "",
    altText: photos[0]?.altText ?? altText,
    visibility: fields.visibility.value === "connections" ? ("connections" as const) : ("everyone" as const),
    photos: photos.map((photo) => ({ id: photo.id, altText: photo.altText })),
  };
  const { isKept, isRestored } = useDraft(memberId, draft, prefill, picker, (name, value) => {
    if (name !== "altText") form.update({ name, value });
    else if (!altTextArea.current?.value) picker.describe(value);
  });
  const earlyPress = useSubmitOnceOpen(form.id, picker.opening, photos.length);
  const busy = uploading || navigation.state !== "idle";
  // The post is shared and the redirect of the server is in progress.
  const isShared = navigation.formAction === "/post" && navigation.location.pathname !== "/post";
  const attempt = useRef({ content: "", clientId: "" });

  /**
   * Returns the idempotency key of the post. A retry with the same content reuses the key, so it cannot create a second
   * post; changed content gets a new key.
   */
  function clientIdOf(content: string): string {
    if (attempt.current.content !== content) attempt.current = { content, clientId: newId() };
    return attempt.current.clientId;
  }

  function showPhotoError(title: string, text: string): void {
    setPhotoErrors([text]);
    showToast({ kind: "danger", title, text });
  }

  async function share(event: FormEvent<HTMLFormElement>, formData: FormData) {
    event.preventDefault();
    if (busy) return;
    if (picker.opening > 0) return earlyPress.keep();
    if (photos.length === 0) return showPhotoError("Image required", IMAGE_MISSING);
    const wrong = photos.find((photo) => altTextErrors(photo.altText));
    if (wrong) {
      picker.select(wrong.id);
      return altTextArea.current?.focus();
    }
    setPhotoErrors(undefined);
    setUploading(true);
    try {
      const uploaded = await picker.uploadAll();
      setPhotoFields(formData, uploaded);
      if (camera && showsCamera) formData.set("camera", JSON.stringify(camera));
      const choices = [formData.get("isSensitive"), formData.get("visibility"), formData.get("camera")];
      formData.set("clientId", clientIdOf(JSON.stringify([uploaded, draft, choices])));
      dropCachedFeed();
      await submit(formData, { action: "/post", method: "post", encType: "multipart/form-data" });
    } catch (error) {
      if (error instanceof UploadError) {
        setPhotoErrors([error.message]);
        showToast({ kind: "danger", title: "Error", text: "Failed to upload image" });
      } else if (!isAbort(error)) throw error;
    } finally {
      setUploading(false);
    }
  }

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

  async function retry(photo: ChosenPhoto) {
    setPhotoErrors(undefined);
    // A failure is shown at the photo.
    await picker.upload(photo).catch((error: unknown) => {
      if (!(error instanceof UploadError) && !isAbort(error)) throw error;
    });
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
          onRetry={(photo) => void retry(photo)}
          onChange={() => setPhotoErrors(undefined)}
        />
        {!isKept && (
          <p role="status" className="text-danger text-sm">
            {`This browser has no room to keep your ${photos.length > 1 ? "photos" : "photo"}. Share before you leave this page.`}
          </p>
        )}
        <TextArea
          label="Accessibility"
          hint="Alt text helps people with visual impairments"
          {...getTextareaProps(fields.altText, { value: false })}
          ref={altTextArea}
          value={altText}
          onChange={(event) => picker.describe(event.currentTarget.value)}
          error={altTextErrors(altText)}
          limit={ALT_TEXT_MAX}
          rows={2}
        />
        <AltTextNote picker={picker} />
        {camera && (
          <Checkbox
            label={
              <>
                {photos.length > 1 ? "Show camera data of the first photo" : "Show camera data"}
                <span dir="auto" className="wrap-anywhere block text-muted text-sm">
                  {cameraText(camera)}
                </span>
              </>
            }
            checked={showsCamera}
            onChange={(event) => setShowsCamera(event.currentTarget.checked)}
            error={fields.camera.errors}
          />
        )}
      </div>
      <div className="grid gap-5">
        <TextArea
          label="Caption"
          {...getTextareaProps(fields.caption)}
          ref={caption}
          error={fields.caption.errors}
          limit={CAPTION_MAX}
          rows={5}
        />
        <Mentions field={caption} />
        <Field
          label="Location"
          optional
          autoCapitalize="words"
          {...getInputProps(fields.location, { type: "text" })}
          error={fields.location.errors}
          limit={LOCATION_MAX}
        />
        <Checkbox
          label={photos.length > 1 ? "Cover these photos as sensitive" : "Cover this photo as sensitive"}
          {...getInputProps(fields.isSensitive, { type: "checkbox" })}
          error={fields.isSensitive.errors}
        />
        <RadioGroup
          key={fields.visibility.key}
          legend="Who can see it"
          name={fields.visibility.name}
          options={visibilityTexts}
          defaultValue={fields.visibility.initialValue === "connections" ? "connections" : "everyone"}
        />
        <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
        <Button type="submit" wide busy={busy || earlyPress.isKept} busyLabel="Sharing...">
          Share
        </Button>
        {!busy && !isEmpty(draft) && (
          <DiscardDraft
            onDiscard={() => {
              setPhotoErrors(undefined);
              picker.clear();
              setShowsCamera(false);
              for (const name of ["caption", "location"] as const) form.update({ name, value: "" });
              form.update({ name: "visibility", value: "everyone" });
            }}
          />
        )}
      </div>
    </Form>
  );
}

/** Asks for an alt text, and offers one by AI, while the selected photo has none. */
function AltTextNote({ picker }: { picker: Photos }) {
  const { selected, photos } = picker;
  if (selected?.altText.trim() !== "") return null;
  const photo = photos.length > 1 ? `photo ${photos.indexOf(selected) + 1}` : "the photo";
  return (
    <div className="flex items-center gap-2 text-muted text-sm">
      <span className="rounded-sm border border-edge px-1.5 py-0.5 font-semibold text-xs">ALT</span>
      <p>No alt text yet. Describe {photo} in a sentence.</p>
      <SuggestAltText
        key={selected.preview}
        upload={() => picker.upload(selected)}
        onText={(value) => picker.describe(value)}
      />
    </div>
  );
}

/** Puts the uploaded photos into the form: one as `mediaUrl` and `altText`, several as `photos`. */
function setPhotoFields(form: FormData, photos: UploadedPhoto[]): void {
  const [first] = photos;
  form.delete("file");
  form.delete("altText");
  if (photos.length > 1) form.set("photos", JSON.stringify(photos));
  else {
    form.set("mediaUrl", first?.mediaUrl ?? "");
    form.set("altText", first?.altText ?? "");
  }
}

function altTextErrors(altText: string): string[] | undefined {
  return postForm.shape.altText.safeParse(altText).error?.issues.map(({ message }) => message);
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/**
 * Shows a toast when the server returned an error for the post; the form itself shows the reason. After an error of the photos they are
 * uploaded again: the server deletes an upload that nothing uses for a day.
 */
function useServerErrors(
  lastResult: SubmissionResult<string[]> | undefined,
  forgetUploads: () => void,
): void {
  useEffect(() => {
    if (lastResult?.error?.[""]) showToast({ kind: "danger", title: "Error", text: "Failed to create post" });
    if (lastResult?.error?.mediaUrl ?? lastResult?.error?.photos) forgetUploads();
  }, [lastResult, forgetUploads]);
}
