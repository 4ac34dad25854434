import { useLingui } from "@lingui/react/macro";
import { Heart } from "lucide-react";
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { PostView } from "~/contract/posts";
import { PlainLink } from "~/ui/plain-link";
import type { Around } from "~/ui/use-photo-groups.client";
import { isForBrowser, openViewer, preloadViewer } from "~/ui/viewer";
import { setLiked } from "./like-and-save";

/** A second press within this time, in milliseconds, makes a double press. */
const DOUBLE_PRESS_MS = 280;

interface Props {
  post: PostView;
  /** The place of the photo in the post, from 0. */
  at?: number;
  to: string;
  /** Loads the photos of the posts before and after. */
  around?: Around | undefined;
  children: ReactNode;
}

/**
 * A post's photo. A press opens it in the viewer; a double press likes the post, never unlikes it, and animates a
 * heart. The like button does the same by keyboard.
 * @param to path that the link opens without JavaScript and in a new tab
 */
export function PhotoPress({ post, at = 0, to, around, children }: Props) {
  const { t } = useLingui();
  const photos = post.photos ?? [post];
  const altText = photos[at]?.altText.trim();
  const { username } = post.user;
  const [likes, setLikes] = useState(0);
  const firstPress = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(firstPress.current), []);

  function press(event: MouseEvent<HTMLElement>) {
    if (isForBrowser(event)) return;
    event.preventDefault();
    const link = event.currentTarget;
    const open = () => {
      firstPress.current = undefined;
      openViewer(link, photos, at, around);
    };
    // Enter has no detail, and no second press.
    if (event.detail === 0) open();
    else if (firstPress.current) {
      clearTimeout(firstPress.current);
      firstPress.current = undefined;
      setLiked(post, true);
      setLikes(likes + 1);
    } else {
      preloadViewer();
      firstPress.current = setTimeout(open, DOUBLE_PRESS_MS);
    }
  }
  return (
    <>
      <PlainLink
        to={to}
        aria-label={altText ? t`${altText}, view photo` : t`Photo by ${username}, view photo`}
        onClick={press}
        className="block touch-manipulation select-none -outline-offset-2"
      >
        {children}
      </PlainLink>
      {likes > 0 && (
        <span
          key={likes}
          aria-hidden
          data-burst
          className="pointer-events-none absolute inset-0 flex animate-burst items-center justify-center"
        >
          <Heart className="size-28 fill-white text-white drop-shadow-[0_4px_24px_rgb(0_0_0/0.35)]" />
        </span>
      )}
    </>
  );
}
