import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import type { SlideImage } from "yet-another-react-lightbox";
import { mediaIdOf, variantUrl } from "~/contract/media-address";
import { type PhotoSource, sourceSet } from "./photo";

export interface Size {
  width: number;
  height: number;
}

/** The progress of a photo's original, once it is asked for. */
export type Loading = "loading" | "shown" | "failed";

interface SlideProps {
  slide: SlideImage;
  photo: PhotoSource | undefined;
  /** URL of the variant on the page. */
  preview: string | undefined;
  box: Size;
  zoom: number;
  /** The state of the photo's original; undefined until the member asks for it. */
  original: Loading | undefined;
  onOriginal: (state: Loading) => void;
  onSize: (size: Size) => void;
}

/**
 * A photo in layers: the variant that the page shows, which the browser has, above it the variant for the screen and
 * the zoom, and the original when the member asks for it. If a larger variant fails to load, the smaller one stays.
 */
export function Slide({ slide, photo, preview, box, zoom, original, onOriginal, onSize }: SlideProps) {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState<ReadonlySet<"small" | "large">>(new Set());
  const fail = (layer: "small" | "large") => setFailed((layers) => new Set([...layers, layer]));
  const size = fitted(slide, box);
  const small = preview ?? smallVariant(slide.src);
  function retry() {
    setFailed(new Set());
    setAttempt(attempt + 1);
  }
  if (failed.has("large") && failed.has("small"))
    return (
      <div role="alert" className="viewer-failed">
        <p>
          <Trans>The photo could not be loaded.</Trans>
        </p>
        <button type="button" onClick={retry}>
          <Trans>Retry</Trans>
        </button>
      </div>
    );
  return (
    <div
      key={attempt}
      className="relative"
      style={{ ...size, backgroundColor: photo?.color, backgroundImage: blurOf(photo) }}
      data-viewer-photo
    >
      {!failed.has("small") && (
        <img alt="" src={small} draggable={false} onError={() => fail("small")} className="viewer-image" />
      )}
      {!failed.has("large") && (
        <img
          alt={slide.alt}
          src={slide.src}
          srcSet={photo && sourceSet(photo)}
          sizes={`${Math.round(size.width * zoom)}px`}
          draggable={false}
          onLoad={({ currentTarget: image }) => {
            if (!slide.width) onSize({ width: image.naturalWidth, height: image.naturalHeight });
          }}
          onError={() => fail("large")}
          className="viewer-image"
        />
      )}
      {(original === "loading" || original === "shown") && (
        <img
          alt=""
          src={variantUrl(slide.src, "original")}
          draggable={false}
          onLoad={() => onOriginal("shown")}
          onError={() => onOriginal("failed")}
          className="viewer-image"
          data-original={original}
        />
      )}
    </div>
  );
}

/** Returns the size at which a photo fits into the box. Photos are not enlarged. */
function fitted({ width = 0, height = 0 }: SlideImage, box: Size): Size {
  if (!width || !height) return box;
  const scale = Math.min(1, box.width / width, box.height / height);
  return { width: width * scale, height: height * scale };
}

function smallVariant(url: string): string {
  return mediaIdOf(url) ? variantUrl(url, "feed") : url;
}

function blurOf(photo: PhotoSource | undefined): string | undefined {
  return photo?.placeholder && `url("${photo.placeholder}")`;
}
