import { Trans, useLingui } from "@lingui/react/macro";
import { Sparkles } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ApiError, api } from "~/features/api/client";
import { Button } from "~/ui/button";
import { showError } from "~/ui/toast-store";
import { UploadError } from "./upload-photo";

/**
 * Renders a button that asks the AI engine to describe the photo. Mount it only while the alt text is empty, so that a
 * suggestion never overwrites the member's text; unmounting aborts the request.
 */
export function SuggestAltText({
  upload,
  onText,
}: {
  /** Uploads the photo if needed and resolves to its URL. */
  upload: () => Promise<string | null>;
  onText: (text: string) => void;
}) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const request = useRef<AbortController>(null);
  useEffect(() => () => request.current?.abort(), []);

  async function suggest() {
    const call = new AbortController();
    request.current = call;
    setBusy(true);
    try {
      const image = await upload();
      call.signal.throwIfAborted();
      const { altText } = await api("POST /api/ai/alt-text", {
        body: { image: image ?? "" },
        signal: call.signal,
      });
      onText(altText);
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      const text =
        error instanceof ApiError
          ? error.reason
          : error instanceof UploadError
            ? error.message
            : t`Failed to describe the image. Please try again.`;
      showError(text);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      variant="quiet"
      size="small"
      className="ms-auto"
      busy={busy}
      busyLabel={t`Describing...`}
      onClick={() => void suggest()}
    >
      <Sparkles aria-hidden /> <Trans comment="Button: asks AI for an alt text">Suggest</Trans>
    </Button>
  );
}
