import { type FormEvent, useState } from "react";
import { ALT_TEXT_MAX, CAPTION_MAX, LOCATION_MAX } from "~/contract/limits";
import { editPostInput, type PostView } from "~/contract/posts";
import { z } from "~/contract/zod";
import { ApiError, api } from "~/features/api/client";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Dialog } from "~/ui/dialog";
import { Field, TextArea } from "~/ui/field";
import { submitOnModEnter } from "~/ui/submit-on-enter";
import { showError, showToast } from "~/ui/toast-store";
import { updatePost } from "./post-store";

const FORM = "edit-post";

type TextField = "caption" | "location" | "altText";

/** The limits that the character counters show. */
const limits: Record<TextField, number> = {
  caption: CAPTION_MAX,
  location: LOCATION_MAX,
  altText: ALT_TEXT_MAX,
};

/** Edits caption, location, alt text and cover of the viewer's own post. A default export, because `lazy` needs one. */
export default function EditDialog({ post, onClose }: { post: PostView; onClose: () => void }) {
  const [values, setValues] = useState({
    caption: post.caption,
    location: post.location,
    altText: post.altText,
  });
  const [isSensitive, setSensitive] = useState(post.cover !== null);
  const isFixed = post.cover === "moderator";
  const [busy, setBusy] = useState(false);
  const checked = editPostInput.safeParse(values);
  const errors = checked.error ? z.flattenError(checked.error).fieldErrors : {};

  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy || !checked.success) return;
    setBusy(true);
    try {
      const edited = await api("PATCH /api/posts/{id}", {
        params: { id: post.id },
        body: { ...checked.data, ...(!isFixed && { isSensitive }) },
      });
      const { caption, location, altText, editedAt, cover } = edited;
      updatePost(post.id, () => ({ caption, location, altText, editedAt, cover }));
      showToast({ title: "Post updated" });
      onClose();
    } catch (error) {
      showError(error instanceof ApiError ? error.reason : "Failed to update post");
      setBusy(false);
    }
  }
  const control = (field: TextField) => ({
    value: values[field],
    error: errors[field],
    limit: limits[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((current) => ({ ...current, [field]: value }));
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Edit post"
      keepsInput
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={FORM} busy={busy} busyLabel="Saving...">
            Save Changes
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={save} onKeyDown={submitOnModEnter} className="grid gap-4">
        <TextArea label="Caption" {...control("caption")} />
        <Field label="Location" optional autoCapitalize="words" {...control("location")} />
        <TextArea
          label="Accessibility"
          hint="Alt text helps people with visual impairments"
          rows={2}
          {...control("altText")}
        />
        <Checkbox
          label={
            isFixed ? "A moderator has covered this photo as sensitive" : "Cover this photo as sensitive"
          }
          checked={isSensitive}
          disabled={isFixed}
          onChange={(event) => setSensitive(event.currentTarget.checked)}
        />
      </form>
    </Dialog>
  );
}
