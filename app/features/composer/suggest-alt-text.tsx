import { Sparkles } from "lucide-react";
import { useState } from "react";
import type { AltTextReply } from "~/contract/ai";
import { CallError, sendJson } from "~/features/api/json";
import { Button } from "~/ui/button";
import { showToast } from "~/ui/toast";
import { SendError } from "./send-photo";

/** Asks the AI engine what the photo shows. The member's own words are theirs to keep: this is offered while there are none. */
export function SuggestAltText({
  upload,
  onText,
}: {
  /** Makes sure that the photo is on the server, and answers its address. */
  upload: () => Promise<string | null>;
  onText: (text: string) => void;
}) {
  const [busy, setBusy] = useState(false);
  async function suggest() {
    setBusy(true);
    try {
      const image = await upload();
      const { altText } = await sendJson<AltTextReply>("POST", "/api/ai/alt-text", { image });
      onText(altText);
    } catch (error) {
      const text =
        error instanceof CallError
          ? error.reason
          : error instanceof SendError
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
