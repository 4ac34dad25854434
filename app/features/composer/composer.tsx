import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, useRef } from "react";
import { Form } from "react-router";
import { FormError } from "~/ui/form-error";
import { submitOnModEnter } from "~/ui/submit-on-enter";
import { showToast } from "~/ui/toast";
import { noChoices } from "./choices";
import { DiscardDraft } from "./discard-draft";
import { isUntouched, readAudience } from "./draft";
import { LeaveGuard } from "./leave-guard";
import { PhotoPicker } from "./photo-picker";
import { PostFields } from "./post-fields";
import { ShareBar } from "./share-bar";
import { SharedOffer } from "./shared-offer";
import { useChoicesBeforeHydration } from "./use-choices-before-hydration";
import { useNewPost } from "./use-new-post";
import { usePhotos } from "./use-photos";
import { usePostDraft } from "./use-post-draft";
import { usePostForm, useServerErrors } from "./use-post-form";
import { type OfferedImage, useAddPrefill, usePrefill } from "./use-prefill";
import { retryUpload, useSharePost } from "./use-share-post";
import type { Shared } from "./use-shared-photos";

/** Scrolls to a text field reached with Tab. Browsers scroll to its caret, which ignores its scroll margin. */
function showTextField({ key, target }: KeyboardEvent): void {
  if (key === "Tab" && target instanceof Element && target.matches("textarea, input[type=text]"))
    target.scrollIntoView({ block: "nearest" });
}

interface Props {
  memberId: string;
  lastResult?: SubmissionResult<string[]>;
  offered: OfferedImage | null;
  keepsOriginals: boolean;
  /** Whether a model answers that can describe photos. */
  canSuggest: boolean;
}

/** Returns the new post with its draft, and what adds photos to it, shares it and discards it. */
function useComposer({ memberId, lastResult, offered, keepsOriginals }: Props) {
  const { t } = useLingui();
  const post = useNewPost(lastResult);
  const { choices, choose } = post;
  const picker = usePhotos(post, keepsOriginals);
  const altTextArea = useRef<HTMLTextAreaElement>(null);
  // oxlint-disable-next-line react/immutability -- the form is submitted after the render that gives its id to `share`.
  const [form, fields, isChecking] = usePostForm(lastResult, (event) => share(event));
  useChoicesBeforeHydration(form.id, choose, picker.describe);
  const prefill = usePrefill(offered);
  useServerErrors(lastResult, picker.forgetUploads);
  const { isKept, isRestored } = usePostDraft(memberId, post, prefill, picker.restore);
  useAddPrefill(prefill, post.list, isRestored, picker.addUrl);
  const { share, setPhotoErrors, ...sharing } = useSharePost({
    formId: form.id,
    picker,
    choices,
    setSharing: post.setSharing,
    altTextArea,
  });
  const isEmpty = isUntouched(choices, post.list);

  function addShared({ files, text }: Shared) {
    // A post that the member has begun keeps its audience.
    const audience = isEmpty ? readAudience(memberId) : null;
    if (files.length > 0) addFiles(files);
    const caption = [choices.caption, text].filter(Boolean).join("\n");
    choose({ caption, ...(audience && { visibility: audience }) });
  }

  function addFiles(files: File[]) {
    // The photos of the post are those at the press of Share.
    if (post.isSharing) {
      const count = files.length;
      const title = t({ message: plural(count, { one: "Photo not added", other: "Photos not added" }) });
      return showToast({ kind: "danger", title, text: t`Your post is already being shared.` });
    }
    setPhotoErrors(undefined);
    void picker.addFiles(files).then((problem) => problem && setPhotoErrors([problem]));
  }

  function discard() {
    setPhotoErrors(undefined);
    picker.clear();
    choose(noChoices);
    form.reset();
  }
  return {
    ...{ form, fields, isChecking, picker, choices, choose, altTextArea, isKept, isRestored, isEmpty },
    ...{ ...sharing, setPhotoErrors, addShared, addFiles, discard },
  };
}

/**
 * Renders the form of a new post (docs/product.md#posts). Sharing uploads the photos, with progress, and then
 * submits the form with their URLs.
 */
export function Composer(props: Props) {
  const composer = useComposer(props);
  const { form, fields, picker, choices, choose, altTextArea, isKept, isEmpty, busy, setPhotoErrors } =
    composer;
  const { photos } = picker;
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      {...getFormProps(form)}
      onKeyDown={submitOnModEnter}
      onKeyUp={showTextField}
      // The focus is not below the bar with Share, which sticks to the bottom of the window.
      className="flex flex-col gap-x-10 gap-y-5 md:grid md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] [&_:is(a,button,input,textarea)]:scroll-mb-40"
    >
      <SharedOffer isDraftRestored={composer.isRestored} onAdd={composer.addShared} />
      <LeaveGuard photos={composer.isShared ? 0 : photos.length} isKept={isKept} onLeave={picker.cancel} />
      <div className="grid grid-cols-1 content-start gap-4">
        <PhotoPicker
          picker={picker}
          frame={choices.frame}
          error={
            composer.photoErrors ?? (photos.length === 0 ? fields.mediaUrl.errors : fields.photos.errors)
          }
          onFiles={composer.addFiles}
          onRetry={(photo) => {
            setPhotoErrors(undefined);
            void retryUpload(photo, picker);
          }}
          onChange={() => setPhotoErrors(undefined)}
        />
        {!isKept && <NoRoom photos={photos.length} />}
      </div>
      {/* On phones its parts are those of the form, at whose bottom the bar sticks. */}
      <div className="contents md:flex md:flex-col md:gap-5">
        <PostFields {...{ picker, fields, choices, choose, altTextArea }} canSuggest={props.canSuggest} />
        <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
        <ShareBar picker={picker} busy={busy || composer.isWaiting || composer.isChecking} />
        {!busy && !isEmpty && <DiscardDraft onDiscard={composer.discard} />}
      </div>
    </Form>
  );
}

function NoRoom({ photos }: { photos: number }) {
  const { t } = useLingui();
  return (
    <p role="status" className="text-danger text-sm">
      {photos === 0
        ? t`This browser has no room to keep your text. Share before you leave this page.`
        : t({
            message: plural(photos, {
              one: "This browser has no room to keep your photo. Share before you leave this page.",
              other: "This browser has no room to keep your photos. Share before you leave this page.",
            }),
          })}
    </p>
  );
}
