import {
  getFormProps,
  getInputProps,
  getTextareaProps,
  type SubmissionResult,
  useForm,
} from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Form, useNavigate, useNavigation, useSubmit } from "react-router";
import { newId } from "~/contract/ids";
import { ALT_TEXT_MAX, CAPTION_MAX, LOCATION_MAX } from "~/contract/limits";
import { postForm } from "~/contract/posts";
import { IMAGE_MISSING } from "~/contract/texts";
import { dropCachedFeed } from "~/features/feed/feed-store";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Field, TextArea } from "~/ui/field";
import { FormError } from "~/ui/form-error";
import { submitOnModEnter } from "~/ui/submit-on-enter";
import { showToast } from "~/ui/toast";
import { type Draft, readDraft, saveDraft } from "./draft";
import { AI_CAPTION, takeHandedOffImage } from "./image-handoff";
import { LeaveGuard } from "./leave-guard";
import { PhotoPicker } from "./photo-picker";
import { SuggestAltText } from "./suggest-alt-text";
import { UploadError } from "./upload-photo";
import { usePhoto } from "./use-photo";

interface Props {
  memberId: string;
  lastResult?: SubmissionResult<string[]>;
  /** The image of `?imageUrl=` when it is the member's own media; null otherwise. */
  offered: { url: string; isAi: boolean } | null;
}

/**
 * Renders the form of a new post (docs/product.md#posts). Sharing uploads the photo first, with progress, and then submits
 * the form with the URL of the upload.
 */
export function Composer({ memberId, lastResult, offered }: Props) {
  const picker = usePhoto();
  const submit = useSubmit();
  const navigation = useNavigation();
  const [uploading, setUploading] = useState(false);
  const [photoErrors, setPhotoErrors] = useState<string[]>();
  const [form, fields] = useForm({
    lastResult,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: postForm }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onSubmit: (event, { formData }) => void share(event, formData),
  });
  const prefill = usePrefill(offered, picker.selectUrl);
  useErrorToast(lastResult);
  const draft = {
    caption: fields.caption.value ?? "",
    location: fields.location.value ?? "",
    altText: fields.altText.value ?? "",
  };
  useDraft(memberId, draft, prefill, (name, value) => form.update({ name, value }));
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

  async function share(event: FormEvent<HTMLFormElement>, formData: FormData) {
    event.preventDefault();
    if (busy || picker.photo.step === "checking") return;
    if (picker.photo.step === "none") {
      setPhotoErrors([IMAGE_MISSING]);
      return showToast({
        kind: "danger",
        title: "Image required",
        text: IMAGE_MISSING,
      });
    }
    setPhotoErrors(undefined);
    setUploading(true);
    try {
      const url = await picker.upload();
      formData.delete("file");
      formData.set("mediaUrl", url ?? "");
      formData.set("clientId", clientIdOf(JSON.stringify([url, draft, formData.get("isSensitive")])));
      dropCachedFeed();
      await submit(formData, { action: "/post", method: "post", encType: "multipart/form-data" });
    } catch (error) {
      if (error instanceof UploadError) {
        setPhotoErrors([error.message]);
        showToast({ kind: "danger", title: "Error", text: "Failed to upload image" });
      } else if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
    } finally {
      setUploading(false);
    }
  }

  return (
    <Form
      method="post"
      encType="multipart/form-data"
      {...getFormProps(form)}
      onKeyDown={submitOnModEnter}
      className="grid grid-cols-1 items-start gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]"
    >
      <LeaveGuard unsaved={picker.photo.step === "ready" && !isShared} onLeave={picker.cancel} />
      <div className="grid gap-4">
        <PhotoPicker
          photo={picker.photo}
          progress={picker.progress}
          altText={draft.altText}
          error={photoErrors ?? (picker.photo.step === "none" ? fields.mediaUrl.errors : undefined)}
          onFile={(file) => {
            setPhotoErrors(undefined);
            void picker.selectFile(file);
          }}
          onEdit={picker.edit}
          onRemove={() => {
            setPhotoErrors(undefined);
            picker.remove();
          }}
          onCancel={picker.cancel}
        />
        <TextArea
          label="Accessibility"
          hint="Alt text helps people with visual impairments"
          {...getTextareaProps(fields.altText)}
          error={fields.altText.errors}
          limit={ALT_TEXT_MAX}
          rows={2}
        />
        {picker.photo.step === "ready" && draft.altText.trim() === "" && (
          <div className="flex items-center gap-2 text-muted text-sm">
            <span className="rounded-sm border border-edge px-1.5 py-0.5 font-semibold text-xs">ALT</span>
            <p>No alt text yet. Describe the photo in a sentence.</p>
            <SuggestAltText
              key={picker.photo.preview}
              upload={picker.upload}
              onText={(value) => form.update({ name: "altText", value })}
            />
          </div>
        )}
      </div>
      <div className="grid gap-5">
        <TextArea
          label="Caption"
          {...getTextareaProps(fields.caption)}
          error={fields.caption.errors}
          limit={CAPTION_MAX}
          rows={5}
        />
        <Field
          label="Location"
          optional
          autoCapitalize="words"
          {...getInputProps(fields.location, { type: "text" })}
          error={fields.location.errors}
          limit={LOCATION_MAX}
        />
        <Checkbox
          label="Cover this photo as sensitive"
          {...getInputProps(fields.isSensitive, { type: "checkbox" })}
          error={fields.isSensitive.errors}
        />
        <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
        <Button type="submit" wide busy={busy} busyLabel="Sharing...">
          Share
        </Button>
      </div>
    </Form>
  );
}

/**
 * Restores the stored draft once, after hydration, and saves every change from then on.
 * @param prefill caption to put before the stored one
 */
function useDraft(
  memberId: string,
  draft: Draft,
  prefill: RefObject<string>,
  restore: (name: keyof Draft, value: string) => void,
): void {
  const isRestored = useRef(false);
  const { caption, location, altText } = draft;
  useEffect(() => {
    if (isRestored.current) return saveDraft({ caption, location, altText });
    isRestored.current = true;
    const stored = readDraft(memberId);
    const storedCaption = withPrefix(prefill.current, stored?.caption ?? "");
    // Text typed before hydration is not overwritten.
    if (storedCaption && !caption) restore("caption", storedCaption);
    if (stored?.location && !location) restore("location", stored.location);
    if (stored?.altText && !altText) restore("altText", stored.altText);
  }, [caption, location, altText, memberId, prefill, restore]);
}

/** Puts `prefix` on a line before `caption`, unless the caption starts with it. */
function withPrefix(prefix: string, caption: string): string {
  if (!prefix || caption.startsWith(prefix)) return caption;
  return caption ? `${prefix}\n${caption}` : prefix;
}

/**
 * Selects, once, the image that the AI tools or the URL passed on, and removes the query from the URL
 * (docs/product.md#posts). An image of the AI tools wins over the URL's.
 * @returns the prefilled caption of an AI image; empty otherwise
 */
function usePrefill(offered: Props["offered"], select: (url: string) => Promise<void>): RefObject<string> {
  const navigate = useNavigate();
  const isDone = useRef(false);
  const caption = useRef("");
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    const handedOff = takeHandedOffImage();
    const url = handedOff ?? offered?.url;
    if (url) void select(url);
    if (handedOff || offered?.isAi) caption.current = AI_CAPTION;
    if (offered) void navigate("/post", { replace: true });
  });
  return caption;
}

/** Shows a toast when the server returned an error for the post; the form itself shows the reason. */
function useErrorToast(lastResult: SubmissionResult<string[]> | undefined): void {
  useEffect(() => {
    if (lastResult?.error?.[""]) showToast({ kind: "danger", title: "Error", text: "Failed to create post" });
  }, [lastResult]);
}
