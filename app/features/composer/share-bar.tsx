import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "~/ui/button";
import { useKeyboardInset } from "~/ui/keyboard";
import { Progress } from "~/ui/progress";
import { uploadedFraction, uploadText } from "./upload-progress";
import type { Photos } from "./use-photos";

interface Props {
  picker: Photos;
  /** Whether the button waits for photos, a check or the server. */
  busy: boolean;
}

/**
 * Renders Share at the bottom of the window; on phones above the bottom bar or the keyboard. While the post is being
 * shared, shows the upload progress and how to change the post.
 */
export function ShareBar({ picker, busy }: Props) {
  const { t } = useLingui();
  useKeyboardInset();
  const { photos, isSharing, cancel } = picker;
  const isUploading = isSharing && photos.some(({ progress }) => progress !== null);
  return (
    <div className="[&_button]:!scroll-mb-0 sticky bottom-[calc(var(--bottom-bar)+var(--keyboard)-var(--view-top))] z-20 grid gap-3 bg-paper/95 py-3 backdrop-blur-sm max-md:-mx-4 max-md:border-line max-md:border-t max-md:px-4">
      {isUploading && (
        <div className="grid gap-2">
          <div className="flex items-center gap-3">
            <div className="min-w-0 flex-1">
              <p aria-hidden className="figures font-medium">
                {t(uploadText(photos))}
              </p>
              <p className="text-muted text-sm">
                <Trans>Cancel to change your post.</Trans>
              </p>
            </div>
            <Button variant="quiet" size="small" onClick={cancel}>
              <Trans>Cancel</Trans>
            </Button>
          </div>
          <Progress
            value={uploadedFraction(photos)}
            label={photos.length > 1 ? t`Uploading your photos` : t`Uploading your photo`}
          />
        </div>
      )}
      <Button type="submit" wide busy={busy} busyLabel={t`Sharing...`}>
        <Trans context="publish" comment="Button that publishes the new post">
          Share
        </Trans>
      </Button>
    </div>
  );
}
