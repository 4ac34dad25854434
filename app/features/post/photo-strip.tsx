import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { frameOf } from "~/contract/post-frame";
import type { PostPhoto, PostView } from "~/contract/posts";
import { arrowStep, isRightToLeft } from "~/ui/direction";
import { IconButton } from "~/ui/icon-button";
import { onNearViewport } from "~/ui/on-near-viewport";
import { Photo, type PhotoProps } from "~/ui/photo";
import type { Around } from "~/ui/use-photo-groups.client";
import { AiBadge } from "./ai-badge";
import { AltBadge } from "./alt-badge";
import { PhotoCounter } from "./photo-counter";
import { PhotoPress } from "./photo-press";

/** Distance in pixels from the viewport at which the second photo is loaded. */
const NEAR = 600;

interface StripProps extends Pick<PhotoProps, "sizes" | "priority" | "hasOriginal" | "transitionName"> {
  post: PostView;
  photos: readonly PostPhoto[];
  /** Path that the links of the photos open without JavaScript and in a new tab; without it, the photo's file. */
  to?: string;
  around?: Around;
}

/**
 * A post's photos side by side, one at a time, each whole within the post's frame. A finger scrolls the strip, even
 * without JavaScript; buttons and the arrow keys move it too. Loads only the photos up to the next one.
 */
export function PhotoStrip(props: StripProps): ReactNode {
  const { t } = useLingui();
  const { post, photos } = props;
  const strip = useRef<HTMLDivElement>(null);
  const frame = frameOf(post);
  const count = photos.length;
  const { at, loaded } = useStripPosition(strip, count);
  const photoAt = (place: number) => {
    const number = place + 1;
    return t`Photo ${number} of ${count}`;
  };
  const move = (to: number) => strip.current && moveTo(strip.current, to);
  return (
    <div className="group/strip relative">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls. */}
      <div
        ref={strip}
        role="group"
        data-strip
        aria-roledescription={t({
          message: "carousel",
          comment: "What a screen reader calls a row of photos, one at a time",
        })}
        aria-label={t({ message: plural(count, { one: "# photo", other: "# photos" }) })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll the strip.
        tabIndex={0}
        style={{ "--frame": `${frame.width} / ${frame.height}` }}
        className="print:block flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain -outline-offset-2 [scrollbar-width:none] motion-safe:scroll-smooth"
      >
        {photos.map((photo, place) => (
          <Slide
            key={photo.mediaUrl}
            {...props}
            photo={photo}
            place={place}
            loaded={loaded}
            label={photoAt(place)}
          />
        ))}
      </div>
      <span aria-hidden className="noscript:hidden print:hidden">
        <PhotoCounter at={at + 1} count={count} />
      </span>
      <Arrow label={t`Previous photo`} side="start-2" isOver={at === 0} onClick={() => move(at - 1)}>
        <ChevronLeft aria-hidden className="rtl:-scale-x-100" />
      </Arrow>
      <Arrow label={t`Next photo`} side="end-2" isOver={at === count - 1} onClick={() => move(at + 1)}>
        <ChevronRight aria-hidden className="rtl:-scale-x-100" />
      </Arrow>
      <Dots at={at} count={count} />
      <p role="status" className="sr-only">
        {photoAt(at)}
      </p>
    </div>
  );
}

interface SlideProps extends StripProps {
  photo: PostPhoto;
  /** The index of the photo, and that of the last one that is loaded. */
  place: number;
  loaded: number;
  label: string;
}

function Slide({ post, photo, place, loaded, label, to, around, ...photoProps }: SlideProps) {
  const { t } = useLingui();
  const { sizes, hasOriginal, priority, transitionName } = photoProps;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls.
    <div
      role="group"
      aria-roledescription={t({
        message: "slide",
        comment: "What a screen reader calls a photo of a carousel",
      })}
      aria-label={label}
      className="relative w-full shrink-0 print:mb-4 snap-center snap-always"
    >
      <PhotoPress post={post} at={place} to={to ?? photo.mediaUrl} around={around}>
        <Photo
          {...{ photo, sizes, hasOriginal }}
          priority={place === 0 && priority}
          className="!aspect-(--frame)"
          transitionName={place === 0 ? transitionName : undefined}
          cover={place > loaded && <WithoutJavaScript photo={photo} />}
        />
      </PhotoPress>
      {photo.isAi && <AiBadge />}
      {photo.altText && <AltBadge text={photo.altText} />}
    </div>
  );
}

function Dots({ at, count }: { at: number; count: number }) {
  return (
    <span
      aria-hidden
      className="noscript:hidden print:hidden pointer-events-none absolute inset-x-0 bottom-3 mx-auto flex w-fit gap-1.5 rounded-full bg-scrim p-1.5 backdrop-blur-sm"
    >
      {Array.from({ length: count }, (_, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: dots have no identity but their place.
          key={place}
          data-dot={place === at ? "current" : ""}
          className="size-1.5 rounded-full bg-white/45 transition-colors data-[dot=current]:bg-white"
        />
      ))}
    </span>
  );
}

/** Returns the place of the photo in view and of the last one that is loaded, and moves the strip by keys. */
function useStripPosition(
  strip: RefObject<HTMLElement | null>,
  count: number,
): { at: number; loaded: number } {
  const [at, setAt] = useState(0);
  const [loaded, setLoaded] = useState(0);
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const follow = () => {
      const place = indexIn(element);
      setAt(place);
      setLoaded((last) => Math.max(last, place + 1));
    };
    const press = (event: KeyboardEvent) => {
      const place = targetOf(event, element, count);
      if (place === null) return;
      event.preventDefault();
      moveTo(element, place);
    };
    element.addEventListener("scroll", follow, { passive: true });
    element.addEventListener("keydown", press);
    const stopObserving = onNearViewport(element, NEAR, follow);
    const paper = matchMedia("print");
    // The browser prints what is rendered when the event ends.
    const loadAll = () => flushSync(() => setLoaded(count));
    paper.addEventListener("change", loadAll);
    return () => {
      element.removeEventListener("scroll", follow);
      element.removeEventListener("keydown", press);
      paper.removeEventListener("change", loadAll);
      stopObserving();
    };
  }, [strip, count]);
  // Browsers differ in which photos of a strip `lazy` loads.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect reads what was rendered with it.
  useEffect(() => {
    for (const image of strip.current?.querySelectorAll("img") ?? []) image.loading = "eager";
  }, [loaded]);
  return { at, loaded };
}

/** The image of a photo that is not loaded yet. */
function WithoutJavaScript({ photo: { mediaUrl, altText } }: { photo: PostPhoto }) {
  const { t } = useLingui();
  return (
    <noscript>
      <img
        src={mediaUrl}
        alt={altText || t`Photo`}
        loading="lazy"
        className="absolute inset-0 size-full object-contain"
      />
    </noscript>
  );
}

interface ArrowProps {
  label: string;
  side: string;
  /** At the end of the strip the button stays for the keyboard, which may have its focus on it. */
  isOver: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A button for a mouse and the keyboard; a finger swipes. */
function Arrow({ label, side, isOver, onClick, children }: ArrowProps) {
  return (
    <span
      className={`noscript:hidden absolute top-1/2 ${side} -translate-y-1/2 transition-opacity has-focus-visible:opacity-100 pointer-coarse:hidden ${isOver ? "pointer-events-none opacity-0" : "opacity-0 group-hover/strip:opacity-100"}`}
    >
      <IconButton
        label={label}
        variant="photo"
        icon={children}
        aria-disabled={isOver || undefined}
        onClick={() => isOver || onClick()}
      />
    </span>
  );
}

/** Returns the place of the photo in view. A strip of a page from right to left scrolls to negative positions. */
const indexIn = ({ scrollLeft, clientWidth }: HTMLElement) =>
  clientWidth === 0 ? 0 : Math.round(Math.abs(scrollLeft) / clientWidth);

function moveTo(strip: HTMLElement, place: number): void {
  strip.scrollTo({ left: place * strip.clientWidth * (isRightToLeft(strip) ? -1 : 1) });
}

/** Returns the place that a key leads to; null for other keys. */
function targetOf(event: KeyboardEvent, strip: HTMLElement, count: number): number | null {
  if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return null;
  const step = arrowStep(event.key, strip);
  if (step) return Math.max(0, Math.min(count - 1, indexIn(strip) + step));
  if (event.key === "Home") return 0;
  return event.key === "End" ? count - 1 : null;
}
