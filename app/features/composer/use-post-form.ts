import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type FormEvent, useEffect } from "react";
import { postForm } from "~/contract/posts";
import { showToast } from "~/ui/toast";

/** Returns the form of a new post and its fields. */
export function usePostForm(
  lastResult: SubmissionResult<string[]> | undefined,
  onSubmit: (event: FormEvent<HTMLFormElement>, formData: FormData) => Promise<void>,
) {
  return useForm({
    lastResult,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: postForm }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onSubmit: (event, { formData }) => void onSubmit(event, formData),
  });
}

export type PostFields = ReturnType<typeof usePostForm>[1];

export function altTextErrors(altText: string): string[] | undefined {
  return postForm.shape.altText.safeParse(altText).error?.issues.map(({ message }) => message);
}

/**
 * Shows a toast when the server returned an error for the post; the form itself shows the reason. After an error of the photos they are
 * uploaded again: the server deletes an upload that nothing uses for a day.
 */
export function useServerErrors(
  lastResult: SubmissionResult<string[]> | undefined,
  forgetUploads: () => void,
): void {
  useEffect(() => {
    if (lastResult?.error?.[""]) showToast({ kind: "danger", title: "Error", text: "Failed to create post" });
    if (lastResult?.error?.mediaUrl ?? lastResult?.error?.photos) forgetUploads();
  }, [lastResult, forgetUploads]);
}
