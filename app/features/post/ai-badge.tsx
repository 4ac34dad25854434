import { Trans } from "@lingui/react/macro";
import { Sparkle } from "~/ui/sparkle";

/** Marks a photo as made with an AI tool. The post's stored origin decides, not its caption. */
export function AiBadge() {
  return (
    <span className="pointer-events-none absolute end-2 bottom-2 inline-flex items-center gap-1 rounded-sm bg-scrim px-1.5 py-0.5 font-semibold text-white text-xs backdrop-blur-sm">
      <Sparkle size={12} />
      <span>
        <Trans>
          <span className="sr-only">Made with </span>AI
        </Trans>
      </span>
    </span>
  );
}
