import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Slider } from "~/ui/slider";
import { viewOnPress } from "~/ui/viewer";
import type { photoOf } from "./describe-image";

interface Props {
  before: string;
  after: ReturnType<typeof photoOf>;
  /** A CSS length: of the image and of the slider. */
  width: string;
}

const cornerClasses = "absolute bottom-2 rounded-sm bg-scrim px-1.5 py-0.5 text-white text-xs";

/** An image before and after in one frame; a press opens both. The slider is a range input, for accessibility. */
export function Compare({ before, after, width }: Props) {
  const { t } = useLingui();
  const [split, setSplit] = useState(50);
  const aspect = after.width / after.height;
  const beforeText = t({ message: "Before", comment: "The image before AI changed it" });
  return (
    // "Before" is on the left in every direction of writing, because clip-path is.
    <div dir="ltr" className="mx-auto grid gap-2" style={{ width }}>
      <a
        href={after.mediaUrl}
        onClick={viewOnPress([after, { mediaUrl: before, altText: beforeText }])}
        className="relative block overflow-hidden rounded-card"
        style={{ aspectRatio: aspect, backgroundColor: after.color }}
      >
        <img src={after.mediaUrl} alt={after.altText} className="absolute inset-0 size-full object-contain" />
        <img
          src={before}
          alt={beforeText}
          className="absolute inset-0 size-full object-contain"
          style={{ clipPath: `inset(0 ${100 - split}% 0 0)` }}
        />
        <div
          aria-hidden
          className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-white shadow-soft"
          style={{ left: `${split}%` }}
        />
        <span aria-hidden className={`${cornerClasses} start-2`}>
          {beforeText}
        </span>
        <span aria-hidden className={`${cornerClasses} end-2`}>
          <Trans comment="The image after AI changed it">After</Trans>
        </span>
      </a>
      <Slider
        aria-label={t`Compare before and after`}
        aria-valuetext={t({
          message: `${split} % before`,
          comment: "The part of the image that is shown as it was",
        })}
        min={0}
        max={100}
        value={split}
        onChange={(event) => setSplit(Number(event.currentTarget.value))}
        className="w-full text-ember"
      />
    </div>
  );
}
