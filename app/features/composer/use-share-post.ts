import { useLingui } from "@lingui/react/macro";
import { type FormEvent, type RefObject, useRef, useState } from "react";
import { useNavigation, useSubmit } from "react-router";
import { newId } from "~/contract/ids";
import { dropCachedFeed } from "~/features/feed/feed-store";
import { showToast } from "~/ui/toast";
import { useSubmitOnceReady } from "~/ui/use-submit-once-ready";
import { type Choices, formOf } from "./choices";
import { type ChosenPhoto, frameOfSet } from "./photo-list";
import { UploadError } from "./upload-photo";
import type { Photos } from "./use-photos";
import { altTextError } from "./use-post-form";

interface Post {
  formId: string;
  picker: Photos;
  choices: Choices;
  setSharing: (isSharing: boolean) => void;
  altTextArea: RefObject<HTMLTextAreaElement | null>;
}

/**
 * Returns how to share the post: uploads the photos, with progress, and submits the post as it was when Share was
 * pressed, with their URLs.
 */
export function useSharePost({ formId, picker, choices, setSharing, altTextArea }: Post) {
  const { t } = useLingui();
  const { photos, isSharing } = picker;
  const submit = useSubmit();
  const navigation = useNavigation();
  const [photoErrors, setPhotoErrors] = useState<string[]>();
  const earlyPress = useSubmitOnceReady(formId, picker.opening, photos.length);
  const clientIdOf = useClientId();
  const busy = isSharing || navigation.state !== "idle";

  function showPhotoError(title: string, error: string, text = error): void {
    setPhotoErrors([error]);
    showToast({ kind: "danger", title, text });
  }

  async function share(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (picker.opening > 0) return earlyPress.keep();
    if (photos.length === 0)
      return showPhotoError(t`Image required`, t`Please upload an image for your post`);
    const wrong = photos.find((photo) => altTextError(photo.altText));
    if (wrong) {
      picker.select(wrong.id);
      return altTextArea.current?.focus();
    }
    setPhotoErrors(undefined);
    picker.setStatus("");
    setSharing(true);
    try {
      const uploaded = await picker.uploadAll();
      const form = formOf(
        { ...choices, frame: frameOfSet(choices.frame, photos) },
        uploaded,
        photos[0]?.camera ?? null,
      );
      form.set("clientId", clientIdOf(JSON.stringify([...form])));
      dropCachedFeed();
      await submit(form, { action: "/post", method: "post", encType: "multipart/form-data" });
    } catch (error) {
      if (error instanceof UploadError) showPhotoError(t`Error`, error.message, t`Failed to upload image`);
      else if (!isAbort(error)) throw error;
    } finally {
      setSharing(false);
    }
  }
  return {
    share,
    busy,
    /** Whether Share was pressed while photos are being opened. */
    isWaiting: earlyPress.isKept,
    /** Whether the post is shared and the redirect of the server is in progress. */
    isShared: navigation.formAction === "/post" && navigation.location.pathname !== "/post",
    photoErrors,
    setPhotoErrors,
  };
}

/**
 * Returns a function that returns the post's idempotency key. A retry with the same content reuses the key, so it
 * cannot create a second post; changed content gets a new key.
 */
function useClientId(): (content: string) => string {
  const attempt = useRef({ content: "", clientId: "" });
  return (content) => {
    if (attempt.current.content !== content) attempt.current = { content, clientId: newId() };
    return attempt.current.clientId;
  };
}

/** Uploads a photo again. A failure is shown at the photo. */
export async function retryUpload(photo: ChosenPhoto, { upload }: Photos): Promise<void> {
  await upload(photo).catch((error: unknown) => {
    if (!(error instanceof UploadError) && !isAbort(error)) throw error;
  });
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
