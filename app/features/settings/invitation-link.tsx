import { Trans, useLingui } from "@lingui/react/macro";
import { site } from "~/contract/site-name";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { showError, showToast } from "~/ui/toast-store";
import { useHydrated } from "~/ui/use-hydrated";

/** Renders a new invitation link, which is shown once, with buttons that copy and share it. */
export function InvitationLink({ url }: { url: string }) {
  const { t } = useLingui();
  const isHydrated = useHydrated();
  const title = t`Join me on ${site}`;
  const copied = t`Link copied`;
  const failed = t`Failed to copy the link`;
  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      showToast({ title: copied });
    } catch {
      showError(failed);
    }
  }
  async function share() {
    try {
      await navigator.share({ title, url });
    } catch (error) {
      // Closing the sheet is no failure.
      const isClosed = error instanceof DOMException && error.name === "AbortError";
      if (!isClosed) await copy();
    }
  }
  return (
    <div className="mb-8 rounded-card border border-line bg-surface p-4">
      <p role="status" className="font-medium text-success">
        <Trans>Your link is ready. We show it only now.</Trans>
      </p>
      <Field
        label={t`Invitation link`}
        labelHidden
        readOnly
        dir="ltr"
        value={url}
        onFocus={(event) => event.currentTarget.select()}
        className="mt-3"
      />
      {isHydrated && (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button size="small" onClick={() => void copy()}>
            <Trans>Copy link</Trans>
          </Button>
          {"share" in navigator && (
            <Button size="small" variant="quiet" onClick={() => void share()}>
              <Trans context="verb">Share</Trans>
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
