import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import Lightbox, {
  type ControllerRef,
  type Labels,
  type LightboxExternalProps,
  type SlideImage,
} from "yet-another-react-lightbox";
import "yet-another-react-lightbox/styles.css";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import { classNames } from "./class-names";
import { altOf, type PhotoSource } from "./photo";
import { closeOnBack } from "./router/close-on-back";
import { toaster } from "./toast-store";
import { type Around, usePhotoGroups } from "./use-photo-groups.client";
import { type Loading, type Size, Slide } from "./viewer-slide";
import "./photo-viewer.css";

/** The largest zoom: pixels of the screen for one pixel of the photo. */
const MAX_ZOOM_PIXEL_RATIO = 2;

/** Returns the library's texts. It replaces names in braces itself. */
function labelsOf(i18n: I18n): Labels {
  const [index, total] = ["{index}", "{total}"];
  return {
    Lightbox: i18n._(msg`Photo viewer`),
    "Photo gallery": i18n._(msg`Photos`),
    Slide: i18n._(msg({ message: "photo", comment: "What screen readers call each photo of the viewer" })),
    "{index} of {total}": i18n._(msg`Photo ${index} of ${total}`),
    Previous: i18n._(msg`Previous photo`),
    Next: i18n._(msg`Next photo`),
    Close: i18n._(msg({ message: "Close", context: "verb" })),
    Carousel: i18n._(
      msg({ message: "Carousel", comment: "What screen readers call the photos of the viewer" }),
    ),
    "Zoom in": i18n._(msg`Zoom in`),
    "Zoom out": i18n._(msg`Zoom out`),
  };
}

const settings: LightboxExternalProps = {
  plugins: [Zoom],
  className: "viewer",
  carousel: { finite: true, padding: 0, preload: 1 },
  animation: { fade: 200, swipe: 300, zoom: 250 },
  zoom: { scrollToZoom: true, maxZoomPixelRatio: MAX_ZOOM_PIXEL_RATIO },
  // Replaces the library's own return of the focus, which fails in Safari, where a press does not focus a link.
  portal: { container: { onFocus: undefined } },
};

const noButtons = { buttonPrev: () => null, buttonNext: () => null };

export interface View {
  photos: PhotoSource[];
  /** Index of the photo that is shown first. */
  index: number;
  /** URL of the variant that the page has loaded: visible at once, and without a network. */
  loaded?: string;
  /** Gets the focus back. */
  opener: HTMLElement;
  around?: Around;
}

/**
 * The viewer. A default export, because `lazy` needs one. In the browser only (`.client`): the server never renders it,
 * and the library stays out of the Worker.
 */
export default function PhotoViewer({ view, onClosed }: { view: View; onClosed: () => void }) {
  const { i18n } = useLingui();
  const { loaded, opener, around } = view;
  const { photos, index, setIndex, group, at } = usePhotoGroups(view.photos, view.index, around);
  const [isZoomed, setZoomed] = useState(false);
  const [slides, setSize] = useSlides(photos);
  const [originals, setOriginal] = useByUrl<Loading>();
  const controller = useRef<ControllerRef>(null);
  useCloseOnBack(() => controller.current?.close());
  const photo = photos[index];
  const original = photo?.originalSize !== undefined && (
    <OriginalButton
      key="original"
      size={photo.originalSize}
      state={originals[photo.mediaUrl]}
      onPress={() => setOriginal(photo.mediaUrl, "loading")}
    />
  );
  return (
    <Lightbox
      open
      close={() => {
        onClosed();
        if (group && group.id !== around?.id) around?.onLeave(group.id);
      }}
      index={index}
      slides={slides}
      {...settings}
      labels={labelsOf(i18n)}
      controller={{ ref: controller, closeOnPullDown: true, closeOnBackdropClick: true }}
      toolbar={{ buttons: [original, "close"] }}
      on={{
        view: (current) => setIndex(current.index),
        zoom: ({ zoom }) => setZoomed(zoom > 1),
        entered: releaseToaster,
        exiting: () => opener.focus({ preventScroll: true }),
      }}
      render={{
        ...(photos.length > 1 ? {} : noButtons),
        slide: ({ slide, rect, offset, zoom = 1 }) => (
          <Slide
            slide={slide}
            photo={photos.find(({ mediaUrl }) => mediaUrl === slide.src)}
            preview={slide.src === view.photos[view.index]?.mediaUrl ? loaded : undefined}
            box={rect}
            zoom={offset === 0 ? zoom : 1}
            original={originals[slide.src]}
            onOriginal={(state) => setOriginal(slide.src, state)}
            onSize={(size) => setSize(slide.src, size)}
          />
        ),
        controls: () => (
          <Captions {...{ photo, isZoomed }} position={at + 1} count={group?.photos.length ?? 1} />
        ),
      }}
    />
  );
}

interface CaptionsProps {
  photo: PhotoSource | undefined;
  /** The number of the photo, from 1. */
  position: number;
  count: number;
  isZoomed: boolean;
}

/** The position in a series and the alt text, which a screen reader announces. */
function Captions({ photo, position, count, isZoomed }: CaptionsProps) {
  const { t, i18n } = useLingui();
  const isSeries = count > 1;
  const [index, total] = [position, count];
  const alt = photo && altOf(i18n, photo);
  const place = isSeries && (alt ? t`Photo ${index} of ${total}: ${alt}` : t`Photo ${index} of ${total}`);
  return (
    <>
      <p role="status" className="sr-only">
        {place || alt}
      </p>
      {isSeries && (
        <p aria-hidden className="viewer-position figures">
          {`${position} / ${count}`}
        </p>
      )}
      {photo?.altText?.trim() && (
        <p dir="auto" className={classNames("viewer-alt", isZoomed && "invisible")}>
          {photo.altText}
        </p>
      )}
    </>
  );
}

/** Keeps toasts for presses and screen readers: the viewer's library makes other children of the body inert. */
function releaseToaster(): void {
  toaster.current?.removeAttribute("inert");
  toaster.current?.removeAttribute("aria-hidden");
}

/** Returns the slides, and a function that stores the size of an image that came without, such as an old attachment. */
function useSlides(photos: PhotoSource[]) {
  const { i18n } = useLingui();
  const [sizes, setSize] = useByUrl<Size>();
  // The library starts over when it gets another array.
  const slides = useMemo(
    () => photos.map((one) => slideOf(i18n, one, sizes[one.mediaUrl])),
    [i18n, photos, sizes],
  );
  return [slides, setSize] as const;
}

/** Returns what is known of photos by their URL, and what sets it. */
function useByUrl<Value>() {
  const [values, setValues] = useState<Record<string, Value>>({});
  const set = (url: string, value: Value) => setValues((known) => ({ ...known, [url]: value }));
  return [values, set] as const;
}

function slideOf(
  i18n: I18n,
  { mediaUrl, width, height, ...photo }: PhotoSource,
  size: Size | undefined,
): SlideImage {
  return {
    src: mediaUrl,
    alt: altOf(i18n, photo),
    width: width ?? size?.width,
    height: height ?? size?.height,
  };
}

const originalTexts: Record<Loading, MessageDescriptor> = {
  loading: msg`Loading original...`,
  shown: msg({ message: "Original size", comment: "A photo is shown in its original size" }),
  failed: msg`Original failed. Retry`,
};

interface OriginalProps {
  /** In bytes. */
  size: number;
  state: Loading | undefined;
  onPress: () => void;
}

/** Loads the original of the photo. Keeps its place when it has, so that the focus stays. */
function OriginalButton({ size, state, onPress }: OriginalProps): ReactNode {
  const { t, i18n } = useLingui();
  const megabytes = i18n.number(megabytesOf(size), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const isDone = state === "loading" || state === "shown";
  return (
    <button
      type="button"
      aria-disabled={isDone}
      onClick={() => !isDone && onPress()}
      className="yarl__button viewer-original"
    >
      <span aria-live="polite">{state ? t(originalTexts[state]) : t`Original size · ${megabytes} MB`}</span>
    </button>
  );
}

const megabytesOf = (bytes: number) => Math.max(0.1, bytes / 1024 / 1024);

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
