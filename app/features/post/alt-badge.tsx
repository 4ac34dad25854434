import { Trans, useLingui } from "@lingui/react/macro";
import { Popover } from "~/ui/popover";

/** Marks a photo that has alt text; pressing the badge shows the text. */
export function AltBadge({ text }: { text: string }) {
  const { t } = useLingui();
  return (
    <div className="absolute bottom-2 start-2">
      <Popover
        label={t`Alt text`}
        align="start"
        trigger={
          <button
            type="button"
            aria-label={t`Alt text`}
            className="on-dusk touch-around inline-flex min-h-6 items-center rounded-sm bg-scrim px-1.5 font-semibold text-white text-xs backdrop-blur-sm"
          >
            <Trans comment="Badge on a photo that has an alt text, in capital letters">ALT</Trans>
          </button>
        }
      >
        <div className="p-4">
          <h3 className="mb-1 font-semibold text-sm">
            <Trans>Alt text</Trans>
          </h3>
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {text}
          </p>
        </div>
      </Popover>
    </div>
  );
}
