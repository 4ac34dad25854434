import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type CSSProperties, type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { BROKEN_IMAGE_RETRY_MS } from "~/contract/limits";
import { mediaIdOf, mediaVariants, variantUrl } from "~/contract/media-address";
import type { PhotoFacts } from "~/contract/posts";
import { classNames } from "./class-names";

/** A PostView fits; a tile of a profile has only the first two. */
export interface PhotoSource extends Partial<PhotoFacts> {
  mediaUrl: string;
  altText?: string;
  caption?: string;
}

export interface PhotoProps {
  photo: PhotoSource;
  /** The displayed width, as in `<img sizes>`: "(min-width: 768px) 560px, 100vw". */
  sizes: string;
  /** For photos in the first view, at most two a page: loads with high priority and does not fade in. */
  priority?: boolean;
  /** Loads the original, where one is kept, on a screen that has more pixels than the largest variant. */
  hasOriginal?: boolean;
  /** `own` keeps the photo's proportions; `square` crops it. */
  shape?: "own" | "square";
  /** Maximum height of `own`, any CSS length. The photo's colour fills the sides. */
  maxHeight?: string;
  /** Name of the view transition that the photo takes part in. */
  transitionName?: string;
  className?: string;
  /** Rendered over the blurred preview, in place of the image, which is not loaded. */
  cover?: ReactNode;
  children?: ReactNode;
}

type Attempt = "first" | "waiting" | "second" | "given up";

/** The last loaded file of each photo, by the photo's URL. Written by image events, so empty on the server. */
const loadedFiles = new Map<string, string>();

/**
 * A photo without layout shift: its box has the stored proportions and the photo's colour from the first paint. Until
 * the image has loaded it shows a file that another box of the photo has loaded, such as a tile, or a blurred preview.
 * A failed image is retried once after 2 seconds; its caption fills the box meanwhile.
 */
export function Photo({
  photo,
  sizes,
  priority = false,
  hasOriginal = false,
  shape = "own",
  maxHeight = "var(--photo-cap)",
  transitionName,
  className,
  cover,
  children,
}: PhotoProps) {
  const { i18n } = useLingui();
  const { attempt, failed } = useAttempts(photo.mediaUrl);
  const observeLoad = useFadeIn(photo.mediaUrl, priority, failed);
  const square = shape === "square";
  const style: CSSProperties = {
    aspectRatio: square ? "1" : `${photo.width ?? 1} / ${photo.height ?? 1}`,
    maxHeight: square ? undefined : maxHeight,
    backgroundColor: photo.color,
    viewTransitionName: transitionName,
  };
  const fit = square ? "cover" : "contain";
  return (
    <div
      style={style}
      className={classNames("relative w-full overflow-hidden", !photo.color && "bg-wash", className)}
    >
      <Preview photo={photo} fit={fit} isCovered={Boolean(cover)} />
      {!cover && attempt !== "first" && <Missing caption={photo.caption} />}
      {!cover && (attempt === "first" || attempt === "second") && (
        <img
          key={`${photo.mediaUrl} ${attempt}`}
          ref={observeLoad}
          src={photo.mediaUrl}
          srcSet={sourceSet(photo, hasOriginal)}
          sizes={sizes}
          alt={altOf(i18n, photo)}
          width={photo.width}
          height={photo.height}
          loading={priority ? "eager" : "lazy"}
          fetchPriority={priority ? "high" : undefined}
          decoding="async"
          onLoad={(event) => showLoaded(event.currentTarget, photo.mediaUrl)}
          onError={failed}
          className={classNames(
            "photo-image absolute inset-0 size-full",
            square ? "object-cover" : "object-contain",
          )}
        />
      )}
      {cover}
      {children}
    </div>
  );
}

/** The picture of a box until its image has loaded; under a cover always the blurred one. */
function Preview({ photo, fit, isCovered }: { photo: PhotoSource; fit: string; isCovered: boolean }) {
  const { mediaUrl, placeholder } = photo;
  const known = useMemo(() => loadedFiles.get(mediaUrl), [mediaUrl]);
  const url = isCovered ? placeholder : (known ?? placeholder);
  if (!url) return null;
  const style = { backgroundImage: `url("${url}")`, backgroundSize: fit };
  const isBlurred = url === placeholder;
  return (
    <div
      aria-hidden
      className={classNames("photo-preview absolute inset-0", isBlurred && "photo-blur")}
      style={style}
    />
  );
}

/** Rendered instead of a photo that failed to load: its caption, or a text (docs/product.md#media). */
function Missing({ caption }: { caption?: string }) {
  const { t } = useLingui();
  return (
    <div className="photo-missing absolute inset-0 flex items-center justify-center bg-wash p-6 text-center text-muted">
      <p dir="auto" className="wrap-anywhere line-clamp-4 max-w-prose text-sm">
        {caption?.trim() || t`Image unavailable`}
      </p>
    </div>
  );
}

/** Retries once after a failure. A new URL starts over. */
function useAttempts(url: string): { attempt: Attempt; failed: () => void } {
  const [state, setState] = useState<{ url: string; attempt: Attempt }>({ url, attempt: "first" });
  const attempt = state.url === url ? state.attempt : "first";
  const failed = useCallback(
    () =>
      setState((old) => {
        const previous = old.url === url ? old.attempt : "first";
        return {
          url,
          attempt: previous === "second" ? "given up" : previous === "first" ? "waiting" : previous,
        };
      }),
    [url],
  );
  useEffect(() => {
    if (attempt !== "waiting") return;
    const timer = setTimeout(() => setState({ url, attempt: "second" }), BROKEN_IMAGE_RETRY_MS);
    return () => clearTimeout(timer);
  }, [attempt, url]);
  return { attempt, failed };
}

/**
 * Fades the image in by an attribute of the box instead of state, so that twenty photos do not render twice. The
 * server's image is visible from the start: the page is complete without JavaScript, and the first photo counts for
 * Largest Contentful Paint.
 */
function useFadeIn(url: string, priority: boolean, failed: () => void) {
  return useCallback(
    (img: HTMLImageElement | null) => {
      if (!img) return;
      if (!img.complete) {
        if (!priority && !loadedFiles.has(url)) setPhotoState(img, "loading");
        // The event of an image that loaded or failed before hydration has fired already.
      } else if (img.naturalWidth > 0) showLoaded(img, url);
      else failed();
    },
    [url, priority, failed],
  );
}

function showLoaded(img: HTMLImageElement, url: string): void {
  loadedFiles.set(url, img.currentSrc);
  setPhotoState(img, "shown");
}

function setPhotoState(img: HTMLImageElement, state: "loading" | "shown"): void {
  img.parentElement?.setAttribute("data-photo", state);
}

/** Returns the text alternative of a photo: its alt text, or its caption. */
export function altOf(i18n: I18n, { altText, caption }: Pick<PhotoSource, "altText" | "caption">): string {
  return altText || caption || i18n._(msg({ message: "Photo", comment: "Alt text of a photo without one" }));
}

/** Widths for `srcset`: photos are never enlarged, so a small one has no larger variants. */
export function sourceSet(
  { mediaUrl, width, originalSize }: PhotoSource,
  hasOriginal = false,
): string | undefined {
  if (!mediaIdOf(mediaUrl)) return undefined;
  const largest = width ?? mediaVariants.full;
  const { thumb, feed, full } = mediaVariants;
  const sources = [`${variantUrl(mediaUrl, "thumb")} ${Math.min(thumb, largest)}w`];
  if (largest > thumb) sources.push(`${variantUrl(mediaUrl, "feed")} ${Math.min(feed, largest)}w`);
  if (largest > feed) sources.push(`${variantUrl(mediaUrl, "full")} ${Math.min(full, largest)}w`);
  // Its width is not stored; it is larger than `full`.
  if (hasOriginal && originalSize !== undefined)
    sources.push(`${variantUrl(mediaUrl, "original")} ${largest + 1}w`);
  return sources.join(", ");
}
