import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import Lightbox, { type ControllerRef, type Labels, type SlideImage } from "yet-another-react-lightbox";
import "yet-another-react-lightbox/styles.css";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import { mediaIdOf, variantUrl } from "~/contract/media-address";
import { classNames } from "./class-names";
import { closeOnBack } from "./close-on-back";
import { altOf, type PhotoSource, sourceSet } from "./photo";
import "./photo-viewer.css";

/** The largest zoom: pixels of the screen for one pixel of the photo. */
const MAX_ZOOM_PIXEL_RATIO = 2;

const labels: Labels = {
  Lightbox: "Photo viewer",
  "Photo gallery": "Photos",
  Slide: "photo",
  "{index} of {total}": "Photo {index} of {total}",
  Previous: "Previous photo",
  Next: "Next photo",
};

export interface View {
  photos: PhotoSource[];
  /** Index of the photo that is shown first. */
  index: number;
  /** URL of the variant that the page has loaded: visible at once, and without a network. */
  loaded?: string;
  /** Gets the focus back. */
  opener: HTMLElement;
}

interface Size {
  width: number;
  height: number;
}

/**
 * The viewer. A default export, because `lazy` needs one. In the browser only (`.client`): the server never renders it, and the library
 * stays out of the Worker.
 */
export default function PhotoViewer({ view, onClosed }: { view: View; onClosed: () => void }) {
  const { photos, loaded, opener } = view;
  const [index, setIndex] = useState(view.index);
  const [isZoomed, setZoomed] = useState(false);
  // Sizes of the images that came without one, such as old attachments.
  const [sizes, setSizes] = useState<Record<string, Size>>({});
  // The library starts over when it gets another array.
  const slides = useMemo(() => photos.map((one) => slideOf(one, sizes[one.mediaUrl])), [photos, sizes]);
  const [originals, setOriginals] = useState<Record<string, Loading>>({});
  const setOriginal = (url: string, state: Loading) => setOriginals((known) => ({ ...known, [url]: state }));
  const controller = useRef<ControllerRef>(null);
  useCloseOnBack(() => controller.current?.close());
  const photo = photos[index];
  const isSeries = photos.length > 1;
  const position = `Photo ${index + 1} of ${photos.length}`;
  return (
    <Lightbox
      open
      close={onClosed}
      index={index}
      slides={slides}
      plugins={[Zoom]}
      labels={labels}
      className="viewer"
      carousel={{ finite: true, padding: 0, preload: 1 }}
      controller={{ ref: controller, closeOnPullDown: true, closeOnBackdropClick: true }}
      toolbar={{
        buttons: [
          photo?.originalSize !== undefined && (
            <OriginalButton
              key="original"
              size={photo.originalSize}
              state={originals[photo.mediaUrl]}
              onPress={() => setOriginal(photo.mediaUrl, "loading")}
            />
          ),
          "close",
        ],
      }}
      animation={{ fade: 200, swipe: 300, zoom: 250 }}
      zoom={{ scrollToZoom: true, maxZoomPixelRatio: MAX_ZOOM_PIXEL_RATIO }}
      // Replaces the library's own return of the focus, which fails in Safari, where a press does not focus a link.
      portal={{ container: { onFocus: undefined } }}
      on={{
        view: (current) => setIndex(current.index),
        zoom: ({ zoom }) => setZoomed(zoom > 1),
        entered: releaseToaster,
        exiting: () => opener.focus({ preventScroll: true }),
      }}
      render={{
        ...(isSeries ? {} : { buttonPrev: () => null, buttonNext: () => null }),
        slide: ({ slide, rect, offset, zoom = 1 }) => (
          <Slide
            slide={slide}
            photo={photos.find(({ mediaUrl }) => mediaUrl === slide.src)}
            preview={slide.src === photos[view.index]?.mediaUrl ? loaded : undefined}
            box={rect}
            zoom={offset === 0 ? zoom : 1}
            original={originals[slide.src]}
            onOriginal={(state) => setOriginal(slide.src, state)}
            onSize={(size) => setSizes((known) => ({ ...known, [slide.src]: size }))}
          />
        ),
        controls: () => (
          <>
            <p role="status" className="sr-only">
              {[isSeries && position, photo && altOf(photo)].filter(Boolean).join(": ")}
            </p>
            {isSeries && (
              <p aria-hidden className="viewer-position figures">
                {index + 1} / {photos.length}
              </p>
            )}
            {photo?.altText?.trim() && (
              <p dir="auto" className={classNames("viewer-alt", isZoomed && "invisible")}>
                {photo.altText}
              </p>
            )}
          </>
        ),
      }}
    />
  );
}

/** Keeps toasts for presses and screen readers while the viewer is open: the library makes all other children of the body inert. */
function releaseToaster(): void {
  const toaster = document.querySelector("[data-toaster]");
  toaster?.removeAttribute("inert");
  toaster?.removeAttribute("aria-hidden");
}

function slideOf({ mediaUrl, width, height, ...photo }: PhotoSource, size: Size | undefined): SlideImage {
  return { src: mediaUrl, alt: altOf(photo), width: width ?? size?.width, height: height ?? size?.height };
}

/** The progress of a photo's original, once it is asked for. */
type Loading = "loading" | "shown" | "failed";

const originalTexts: Record<Loading, string> = {
  loading: "Loading original...",
  shown: "Original size",
  failed: "Original failed. Retry",
};

/** Loads the original of the photo. Keeps its place when it has, so that the focus stays. */
function OriginalButton({
  size,
  state,
  onPress,
}: {
  size: number;
  state: Loading | undefined;
  onPress: () => void;
}): ReactNode {
  const isDone = state === "loading" || state === "shown";
  return (
    <button
      type="button"
      aria-disabled={isDone}
      onClick={() => !isDone && onPress()}
      className="yarl__button viewer-original"
    >
      <span aria-live="polite">{state ? originalTexts[state] : `Original size · ${megabytes(size)} MB`}</span>
    </button>
  );
}

/** Returns a size with one decimal place, at least 0.1. */
const megabytes = (bytes: number) => Math.max(0.1, bytes / 1024 / 1024).toFixed(1);

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
 * A photo in layers: the variant that the page shows, which the browser has, above it the variant for the screen and the zoom, and the
 * original when the member asks for it. A larger variant that fails to load, as without a network, leaves the smaller one.
 */
function Slide({ slide, photo, preview, box, zoom, original, onOriginal, onSize }: SlideProps) {
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
        <p>The photo could not be loaded.</p>
        <button type="button" onClick={retry}>
          Retry
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

function useCloseOnBack(close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(
    () =>
      closeOnBack(() => {
        closeNow();
        return true;
      }),
    [],
  );
}
