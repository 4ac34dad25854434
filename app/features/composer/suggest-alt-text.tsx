import { Sparkles } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ApiError, api } from "~/features/api/client";
import { Button } from "~/ui/button";
import { showToast } from "~/ui/toast";
import { UploadError } from "./upload-photo";

/**
 * Asks the AI engine what the photo shows. The member's own words are theirs to keep: this is offered while there are none,
 * and what is asked is forgotten once it is no longer offered.
 */
export function SuggestAltText({
  upload,
  onText,
}: {
  /** Makes sure that the photo is on the server, and answers its address. */
  upload: () => Promise<string | null>;
  onText: (text: string) => void;
}) {
  const [busy, setBusy] = useState(false);
  const asking = useRef<AbortController>(null);
  useEffect(() => () => asking.current?.abort(), []);

  async function suggest() {
    const call = new AbortController();
    asking.current = call;
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
            : "Failed to describe the image. Please try again.";
      showToast({ kind: "danger", title: "Error", text });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      look="quiet"
      size="small"
      className="ml-auto"
      busy={busy}
      busyLabel="Looking..."
      onClick={() => void suggest()}
    >
      <Sparkles aria-hidden /> Suggest
    </Button>
  );
}
