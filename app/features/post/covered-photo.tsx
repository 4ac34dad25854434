import { Trans } from "@lingui/react/macro";
import { useStore } from "@nanostores/react";
import { EyeOff } from "lucide-react";
import { atom } from "nanostores";
import type { RefObject } from "react";
import { frameOf, type PostFrame } from "~/contract/post-frame";
import type { PhotoFacts } from "~/contract/posts";
import type { PhotoCover } from "~/contract/sensitive";
import { type SessionViewer, useViewer } from "~/features/session/viewer";
import { Button } from "~/ui/button";
import { Photo, type PhotoProps } from "~/ui/photo";

interface Covered {
  id: string;
  cover: PhotoCover;
}

interface CoveredPost extends Covered, PhotoFacts {
  mediaUrl: string;
  frame?: PostFrame;
}

/** Ids of the posts whose covered photo the member has opened since the document was loaded. */
const $opened = atom<ReadonlySet<string>>(new Set());

/** Returns whether a post's photo is covered on the viewer's screens (docs/product.md#sensitive-photos). */
export function isCovered({ id, cover }: Covered, viewer: SessionViewer | null): boolean {
  return Boolean(cover) && !viewer?.showsSensitive && !$opened.get().has(id);
}

/** Returns whether a photo is covered, and re-renders when the member opens it. */
export function useIsCovered(post: Covered): boolean {
  useStore($opened, { ssr: "initial" });
  return isCovered(post, useViewer());
}

/** The element around a photo, which can have the focus. */
export type PhotoBox = RefObject<HTMLElement | null>;

/** Opens a photo on every screen. The focus moves to the photo's box, because the button goes. */
export function openPhoto(id: string, box: PhotoBox): void {
  box.current?.focus({ preventScroll: true });
  $opened.set(new Set([...$opened.get(), id]));
}

/** Renders the cover of a sensitive photo, with a button that shows the photo. */
export function CoveredPhoto({
  post,
  box,
  ...photo
}: Omit<PhotoProps, "photo" | "cover" | "className"> & {
  post: CoveredPost;
  box: PhotoBox;
}) {
  const { width, height } = frameOf(post);
  return (
    <div style={{ "--frame": `${width} / ${height}` }}>
      <Photo
        {...photo}
        photo={post}
        // The box has the frame of the photos under the cover, and the button has room on a wide one too.
        className="!aspect-(--frame) min-h-44"
        cover={
          <div className="on-dusk absolute inset-0 flex flex-col items-center justify-center gap-3 bg-dusk-deep/85 p-4 text-center text-dusk-ink">
            <EyeOff aria-hidden className="size-8" />
            <p className="font-semibold">
              <Trans>Sensitive photo</Trans>
            </p>
            <Button
              variant="quiet"
              size="small"
              className="!text-dusk-ink hover:!bg-white/10 active:!bg-white/20"
              onClick={() => openPhoto(post.id, box)}
            >
              <Trans>Show photo</Trans>
            </Button>
          </div>
        }
      />
    </div>
  );
}
