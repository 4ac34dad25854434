import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { messageIn, ruleMessage } from "~/contract/messages";
import { eachPostField, type PostField } from "~/contract/post-fields";
import type { PostFrame } from "~/contract/post-frame";
import { type EditPostInput, editPostInput, type PostView } from "~/contract/posts";
import { z } from "~/contract/zod";
import { ApiError, api } from "~/features/api/client";
import { leavesForLogIn } from "~/features/api/session-end";
import { useBeforeLogIn } from "~/features/session/before-log-in";
import { useInterruptedState } from "~/features/session/drafts";
import { showBrief, showError } from "~/ui/toast-store";
import { updatePost } from "./post-store";

/** The values of the form. */
interface EditedPost {
  values: EditPostInput;
  isSensitive: boolean;
  visibility: PostView["visibility"];
  frame: PostFrame;
  showsCamera: boolean;
}

function editedOf(post: PostView): EditedPost {
  return {
    values: {
      ...eachPostField((name) => post[name]),
      ...(post.photos && { altText: undefined, altTexts: post.photos.map(({ altText }) => altText) }),
    },
    isSensitive: post.cover !== null,
    visibility: post.visibility,
    frame: post.frame ?? "original",
    showsCamera: post.camera !== undefined,
  };
}

/** Returns a post's edited values, their setters, how to store them, and whether the session's end interrupted them. */
export function useEditedPost(post: PostView, onClose: () => void) {
  const { t, i18n } = useLingui();
  const [interrupted, keep] = useInterruptedState("post", post.id);
  const [edited, setEdited] = useState<EditedPost>(() => ({
    ...editedOf(post),
    // Only this form writes it.
    ...(interrupted && JSON.parse(interrupted)),
  }));
  const [busy, setBusy] = useState(false);
  useBeforeLogIn(() => {
    const text = JSON.stringify(edited);
    if (text !== JSON.stringify(editedOf(post))) keep(text);
  });
  const change = (changed: Partial<EditedPost>) => setEdited((current) => ({ ...current, ...changed }));
  const setValues = (changed: EditPostInput) =>
    setEdited((current) => ({ ...current, values: { ...current.values, ...changed } }));
  const checked = editPostInput.safeParse(edited.values);
  const errors = checked.error
    ? z.flattenError(checked.error, ({ message }) => messageIn(i18n, ruleMessage(message))).fieldErrors
    : {};

  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy || !checked.success) return;
    setBusy(true);
    try {
      await storePost(post, { ...edited, values: checked.data });
      showBrief(t`Post updated`);
      onClose();
    } catch (error) {
      if (leavesForLogIn(error)) return;
      showError(error instanceof ApiError ? error.reason : t`Failed to update post`);
      setBusy(false);
    }
  }
  const control = (field: PostField) => ({
    value: edited.values[field] ?? "",
    error: errors[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ [field]: event.currentTarget.value }),
  });
  return { ...edited, change, setValues, control, isRestored: interrupted !== "", busy, save };
}

async function storePost(
  post: PostView,
  { values, isSensitive, visibility, frame, showsCamera }: EditedPost,
): Promise<void> {
  const edited = await api("PATCH /api/posts/{id}", {
    params: { id: post.id },
    body: {
      ...values,
      // Only moderators uncover a photo that one of them has covered.
      ...(post.cover !== "moderator" && { isSensitive }),
      ...(post.camera && !showsCamera && { camera: null }),
      ...(visibility !== post.visibility && { visibility }),
      ...(post.photos && { frame }),
    },
  });
  // Frames bring the others, which may be newer than the reply.
  const { likeCount, isLiked, isSaved, commentCount, comments, pinnedComment, hiddenComments, ...changed } =
    edited;
  updatePost(post.id, () => ({ camera: undefined, frame: undefined, ...changed }));
}
