import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { classNames } from "~/ui/class-names";
import type { Edits } from "./edits";
import { editedSize, scaledSize, wholePhoto } from "./geometry";
import { BINS, CLIPPED_MIN, type Histogram, histogramOf } from "./histogram";
import { createCanvasRenderer } from "./render-canvas";
import type { Source } from "./source";

/** Longest side of the drawing whose pixels are counted. */
const SIDE = 200;
const colors = ["fill-[#f0645a]", "fill-[#5fc77c]", "fill-[#5a93f0]"] as const;

interface Props {
  /** A small source of the photo. */
  source: Source;
  edits: Edits;
  className?: string;
}

/** Renders how often each brightness occurs in the edited photo, and at its ends whether details are lost. */
export function HistogramChart({ source, edits, className }: Props) {
  const { t, i18n } = useLingui();
  const { channels, black, white } = useHistogram(source, edits);
  const [blackPercent, whitePercent] = [black, white].map((share) =>
    i18n.number(share * 100, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  );
  const text = t`Histogram. Pure black: ${blackPercent} %. Pure white: ${whitePercent} %.`;
  return (
    <div className={className}>
      <div
        role="img"
        aria-label={text}
        dir="ltr"
        className="relative size-full overflow-hidden rounded-sm bg-black/40 forced-color-adjust-none forced-colors:bg-black"
      >
        <svg aria-hidden viewBox={`0 0 ${BINS} 1`} preserveAspectRatio="none" className="size-full">
          {channels.map((bins, channel) => (
            <path
              key={colors[channel]}
              d={areaOf(bins)}
              className={classNames(colors[channel], "opacity-75 mix-blend-screen")}
            />
          ))}
        </svg>
        <ClippingIndicator isOn={black >= CLIPPED_MIN} className="start-1 bg-[#5a93f0]" />
        <ClippingIndicator isOn={white >= CLIPPED_MIN} className="end-1 bg-[#f0645a]" />
      </div>
    </div>
  );
}

function ClippingIndicator({ isOn, className }: { isOn: boolean; className: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "absolute top-1 size-2 rounded-full ring-1 ring-black/40",
        className,
        !isOn && "opacity-15",
      )}
    />
  );
}

const nothing: Histogram = { channels: [[], [], []], black: 0, white: 0 };

function useHistogram(source: Source, edits: Edits): Histogram {
  const renderer = useRef<ReturnType<typeof createCanvasRenderer>>(null);
  const [histogram, setHistogram] = useState(nothing);
  useEffect(() => {
    renderer.current = createCanvasRenderer(source);
  }, [source]);
  useEffect(() => {
    const request = requestAnimationFrame(() => {
      const size = editedSize(source.natural, edits);
      const { width, height } = scaledSize(size, SIDE / Math.max(size.width, size.height));
      renderer.current?.draw(edits, { size: { width, height }, part: wholePhoto });
      const pen = renderer.current?.canvas.getContext("2d");
      if (pen) setHistogram(histogramOf(pen.getImageData(0, 0, width, height).data));
    });
    return () => cancelAnimationFrame(request);
  }, [source, edits]);
  return histogram;
}

/** Returns the path of the bars of a colour. */
function areaOf(bins: readonly number[]): string {
  const tops = bins.map((share, bin) => `L${bin} ${1 - share}H${bin + 1}`);
  return `M0 1${tops.join("")}V1Z`;
}
