import {
  getFormProps,
  getInputProps,
  getTextareaProps,
  type SubmissionResult,
  useForm,
} from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Form, useNavigate, useNavigation, useSubmit } from "react-router";
import { ALT_TEXT_MAX, CAPTION_MAX, LOCATION_MAX } from "~/contract/limits";
import { postForm } from "~/contract/posts";
import { Button } from "~/ui/button";
import { Field, TextArea } from "~/ui/field";
import { showToast } from "~/ui/toast";
import { AI_CAPTION, takeHandedOver } from "./handed-over";
import { PhotoPicker } from "./photo-picker";
import { SendError } from "./send-photo";
import { usePhoto } from "./use-photo";

interface Props {
  lastResult?: SubmissionResult<string[]>;
  /** A picture of this site that came in the address (spec point 2). */
  offered: { url: string; isAi: boolean } | null;
}

/** Create a post (spec point 2): the photo is uploaded first, with progress; then the post is made of it. */
export function Composer({ lastResult, offered }: Props) {
  const picture = usePhoto();
  const submit = useSubmit();
  const navigation = useNavigation();
  const [uploading, setUploading] = useState(false);
  const [missing, setMissing] = useState<string[]>();
  const [form, fields] = useForm({
    lastResult,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: postForm }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onSubmit: (event, { formData }) => void share(event, formData),
  });
  useOffered(offered, picture.takeAddress, (caption) => form.update({ name: "caption", value: caption }));
  useRefusal(lastResult);
  const busy = uploading || navigation.state !== "idle";

  async function share(event: FormEvent<HTMLFormElement>, formData: FormData) {
    event.preventDefault();
    if (busy || picture.photo.step === "checking") return;
    if (picture.photo.step === "none") {
      setMissing(["Please upload an image for your post"]);
      return showToast({
        kind: "danger",
        title: "Image required",
        text: "Please upload an image for your post",
      });
    }
    setUploading(true);
    try {
      const url = await picture.upload();
      formData.delete("file");
      formData.set("mediaUrl", url ?? "");
      await submit(formData, { method: "post", encType: "multipart/form-data" });
    } catch (error) {
      if (error instanceof SendError)
        showToast({ kind: "danger", title: "Failed to upload image", text: error.message });
      else if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
    } finally {
      setUploading(false);
    }
  }

  return (
    <Form
      method="post"
      encType="multipart/form-data"
      {...getFormProps(form)}
      className="grid grid-cols-1 gap-5"
    >
      <PhotoPicker
        photo={picture.photo}
        progress={picture.progress}
        altText={fields.altText.value ?? ""}
        error={picture.photo.step === "none" ? (missing ?? fields.mediaUrl.errors) : undefined}
        onFile={(file) => {
          setMissing(undefined);
          void picture.takeFile(file);
        }}
        onRemove={picture.remove}
        onCancel={picture.cancel}
      />
      <TextArea
        label="Caption"
        {...getTextareaProps(fields.caption)}
        error={fields.caption.errors}
        limit={CAPTION_MAX}
      />
      <Field
        label="Location"
        optional
        {...getInputProps(fields.location, { type: "text" })}
        error={fields.location.errors}
        limit={LOCATION_MAX}
      />
      <TextArea
        label="Accessibility"
        hint="Alt text helps people with visual impairments"
        {...getTextareaProps(fields.altText)}
        error={fields.altText.errors}
        limit={ALT_TEXT_MAX}
        rows={2}
      />
      <Button type="submit" wide busy={busy} busyLabel="Sharing...">
        Share
      </Button>
    </Form>
  );
}

/** Takes up, once, what the AI tools or the address handed over; the address then is /post again. */
function useOffered(
  offered: Props["offered"],
  take: (url: string) => Promise<void>,
  setCaption: (caption: string) => void,
): void {
  const navigate = useNavigate();
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    const left = takeHandedOver();
    const url = left ?? offered?.url;
    if (url) void take(url);
    if (left || offered?.isAi) setCaption(AI_CAPTION);
    if (offered) void navigate("/post", { replace: true });
  });
}

/** What the server refused, as a toast too; the fields keep what was typed. */
function useRefusal(lastResult: SubmissionResult<string[]> | undefined): void {
  useEffect(() => {
    const text = lastResult?.error?.[""]?.[0];
    if (text) showToast({ kind: "danger", title: "Failed to create post", text });
  }, [lastResult]);
}
