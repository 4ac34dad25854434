import type { SubmissionResult } from "@conform-to/react";
import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useEffect } from "react";
import { postFields } from "~/contract/post-fields";
import { cleanText } from "~/contract/visible-text";
import { retryImport } from "~/ui/retry-import";
import { showError } from "~/ui/toast-store";
import { useCheckedForm } from "~/ui/use-checked-form";

const loadModule = retryImport(() => import("./check-post.client"));
const loadCheck = async () => (await loadModule()).checkPost;

/** Returns the form of a new post with the errors of its fields. Their values are in `useNewPost`. */
export function usePostForm(
  lastResult: SubmissionResult<string[]> | undefined,
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>,
) {
  return useCheckedForm({
    load: loadCheck,
    lastResult,
    onSubmit: (event) => void onSubmit(event),
  });
}

export type PostFields = ReturnType<typeof usePostForm>[1];

export function altTextError(altText: string): MessageDescriptor | undefined {
  const { limit, tooLong } = postFields.altText;
  return cleanText(altText).length > limit ? tooLong : undefined;
}

/**
 * Shows a toast when the server returned an error for the post; the form shows the reason. After an error of the
 * photos, uploads them again: the server deletes an upload that is unused for a day.
 */
export function useServerErrors(
  lastResult: SubmissionResult<string[]> | undefined,
  forgetUploads: () => void,
): void {
  const { t } = useLingui();
  useEffect(() => {
    if (lastResult?.error?.[""]) showError(t`Failed to create post`);
    if (lastResult?.error?.mediaUrl ?? lastResult?.error?.photos) forgetUploads();
  }, [lastResult, forgetUploads, t]);
}
