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
import { Field, TextArea } from "~/ui/field";
import { FormError } from "~/ui/form-error";
import { submitOnModEnter } from "~/ui/submit-on-mod-enter";
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
  /** A picture of this site that came in the address (spec point 2). */
  offered: { url: string; isAi: boolean } | null;
}

/** Create a post (spec point 2): the photo is uploaded first, with progress; then the post is made of it. */
export function Composer({ memberId, lastResult, offered }: Props) {
  const picture = usePhoto();
  const submit = useSubmit();
  const navigation = useNavigation();
  const [uploading, setUploading] = useState(false);
  const [problem, setProblem] = useState<string[]>();
  const [form, fields] = useForm({
    lastResult,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: postForm }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onSubmit: (event, { formData }) => void share(event, formData),
  });
  const brought = useOffered(offered, picture.takeAddress);
  useRefusal(lastResult);
  const words = {
    caption: fields.caption.value ?? "",
    location: fields.location.value ?? "",
    altText: fields.altText.value ?? "",
  };
  useDraft(memberId, words, brought, (name, value) => form.update({ name, value }));
  const busy = uploading || navigation.state !== "idle";
  // On its way to where the server sends who has shared.
  const isShared = navigation.formAction === "/post" && navigation.location.pathname !== "/post";
  const named = useRef({ what: "", clientId: "" });

  /** Names the post for the server: shared again as it is, for want of an answer, it is the same post; changed, another. */
  function clientIdOf(what: string): string {
    if (named.current.what !== what) named.current = { what, clientId: newId() };
    return named.current.clientId;
  }

  async function share(event: FormEvent<HTMLFormElement>, formData: FormData) {
    event.preventDefault();
    if (busy || picture.photo.step === "checking") return;
    if (picture.photo.step === "none") {
      setProblem([IMAGE_MISSING]);
      return showToast({
        kind: "danger",
        title: "Image required",
        text: IMAGE_MISSING,
      });
    }
    setProblem(undefined);
    setUploading(true);
    try {
      const url = await picture.upload();
      formData.delete("file");
      formData.set("mediaUrl", url ?? "");
      formData.set("clientId", clientIdOf(JSON.stringify([url, words])));
      dropCachedFeed();
      await submit(formData, { action: "/post", method: "post", encType: "multipart/form-data" });
    } catch (error) {
      if (error instanceof UploadError) {
        setProblem([error.message]);
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
      <LeaveGuard unsaved={picture.photo.step === "ready" && !isShared} onLeave={picture.cancel} />
      <div className="grid gap-4">
        <PhotoPicker
          photo={picture.photo}
          progress={picture.progress}
          altText={words.altText}
          error={problem ?? (picture.photo.step === "none" ? fields.mediaUrl.errors : undefined)}
          onFile={(file) => {
            setProblem(undefined);
            void picture.takeFile(file);
          }}
          onCrop={picture.crop}
          onRemove={() => {
            setProblem(undefined);
            picture.remove();
          }}
          onCancel={picture.cancel}
        />
        <TextArea
          label="Accessibility"
          hint="Alt text helps people with visual impairments"
          {...getTextareaProps(fields.altText)}
          error={fields.altText.errors}
          limit={ALT_TEXT_MAX}
          rows={2}
        />
        {picture.photo.step === "ready" && words.altText.trim() === "" && (
          <div className="flex items-center gap-2 text-muted text-sm">
            <span className="rounded-sm border border-edge px-1.5 py-0.5 font-semibold text-xs">ALT</span>
            <p>No alt text yet: say in a sentence what the photo shows.</p>
            <SuggestAltText
              key={picture.photo.preview}
              upload={picture.upload}
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
        <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
        <Button type="submit" wide busy={busy} busyLabel="Sharing...">
          Share
        </Button>
      </div>
    </Form>
  );
}

/**
 * Brings back the words that a reload would have lost, once, and keeps them as they are typed.
 * @param brought words that came along, and stand before those that were left
 */
function useDraft(
  memberId: string,
  words: Draft,
  brought: RefObject<string>,
  restore: (name: keyof Draft, value: string) => void,
): void {
  const isRestored = useRef(false);
  const { caption, location, altText } = words;
  useEffect(() => {
    if (isRestored.current) return saveDraft({ caption, location, altText });
    isRestored.current = true;
    const left = readDraft(memberId);
    const leftCaption = withWords(brought.current, left?.caption ?? "");
    // What a member typed before this ran stands.
    if (leftCaption && !caption) restore("caption", leftCaption);
    if (left?.location && !location) restore("location", left.location);
    if (left?.altText && !altText) restore("altText", left.altText);
  }, [caption, location, altText, memberId, brought, restore]);
}

function withWords(brought: string, left: string): string {
  if (!brought || left.startsWith(brought)) return left;
  return left ? `${brought}\n${left}` : brought;
}

/**
 * Takes up, once, what the AI tools or the address handed over; the address then is /post again.
 * @returns the caption that came along, if any
 */
function useOffered(offered: Props["offered"], take: (url: string) => Promise<void>): RefObject<string> {
  const navigate = useNavigate();
  const isDone = useRef(false);
  const brought = useRef("");
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    const left = takeHandedOffImage();
    const url = left ?? offered?.url;
    if (url) void take(url);
    if (left || offered?.isAi) brought.current = AI_CAPTION;
    if (offered) void navigate("/post", { replace: true });
  });
  return brought;
}

/** That the server refused, in a toast; why, the form says. The fields keep what was typed. */
function useRefusal(lastResult: SubmissionResult<string[]> | undefined): void {
  useEffect(() => {
    if (lastResult?.error?.[""]) showToast({ kind: "danger", title: "Error", text: "Failed to create post" });
  }, [lastResult]);
}
