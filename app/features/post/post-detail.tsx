import { Trans, useLingui } from "@lingui/react/macro";
import { Camera, ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { cameraText } from "~/contract/camera-text";
import type { Neighbours, PostView } from "~/contract/posts";
import { useViewer } from "~/features/session/viewer";
import { LinkedText } from "~/features/text/linked-text";
import { useTranslation } from "~/features/text/use-translation";
import { BackLink } from "~/ui/back-link";
import { IconLink } from "~/ui/icon-button";
import { useKeyboardInset } from "~/ui/keyboard";
import { lazyPart } from "~/ui/lazy-part";
import { Loading, Skeleton } from "~/ui/skeleton";
import { TimeAgo } from "~/ui/time-ago";
import { useHydrated } from "~/ui/use-hydrated";
import { CommentBox } from "./comment-box";
import { CommentThread, type LinkedComment } from "./comment-thread";
import { PostBar } from "./post-bar";
import { Counts } from "./post-card";
import { PostHeader } from "./post-header";
import { PostMenu } from "./post-menu";
import { PostNotFound } from "./post-not-found";
import { PostStage } from "./post-stage";
import { useArrowKeys, useNeighbours } from "./use-neighbours";
import { usePost } from "./use-post";

const EditDialog = lazyPart(() => import("./edit-dialog.client"));

interface Props {
  post: PostView;
  /** The neighbours among the posts of the author. */
  neighbours: Neighbours;
  /** The comment that the address names; null when it is gone. */
  linked?: LinkedComment | null | undefined;
  /** `cached`: as they were when the member left the page. */
  comments: "loading" | "cached" | "loaded";
  /** Rendered under the bar and the counts. */
  children?: ReactNode;
}

/** The page of one post: the photo beside its caption and comments, or above them on phones (docs/product.md#posts). */
export function PostDetail({ post: loaded, neighbours: ofAuthor, linked, comments, children }: Props) {
  const post = usePost(loaded);
  const isOwner = useViewer()?.id === loaded.userId;
  const navigate = useNavigate();
  const box = useRef<HTMLTextAreaElement>(null);
  const [editing, setEditing] = useState(false);
  const neighbours = useNeighbours(loaded.id, ofAuthor);
  useArrowKeys(neighbours);
  useKeyboardInset();
  if (!post) return <PostNotFound />;
  const { username } = post.user;
  return (
    <div className="relative -mb-[calc(var(--page-end)-var(--bottom-bar))] flex min-h-[calc(var(--below-bar)-var(--bottom-bar))] flex-col">
      <h1 className="sr-only">
        <Trans>
          Post by <bdi translate="no">{username}</bdi>
        </Trans>
      </h1>
      <PostNav neighbours={neighbours} />
      <article className="flex flex-1 flex-col stage:grid stage:h-(--below-bar) stage:flex-none stage:grid-cols-[minmax(0,1fr)_var(--post-side)]">
        <PostStage post={post} neighbours={neighbours} />
        <div className="flex flex-1 flex-col stage:min-h-0 stage:border-line stage:border-s stage:pt-14">
          <div className="mx-auto grid w-full max-w-2xl flex-1 grid-cols-1 content-start gap-3 overscroll-contain px-4 pt-3 pb-4 stage:overflow-y-auto stage:pt-1">
            <PostHeader
              post={post}
              menu={
                <PostMenu
                  post={post}
                  isOwner={isOwner}
                  onEdit={() => setEditing(true)}
                  onDeleted={() => void navigate("/feed", { replace: true })}
                />
              }
            />
            <PostTexts post={post} />
            <div className="border-line border-t pt-1 print:hidden">
              <PostBar post={post} onComment={() => box.current?.focus()} />
              <Counts post={post} />
              {children}
            </div>
            <div className="print:hidden">
              <Comments {...{ comments, post, loaded, isOwner, linked }} />
            </div>
          </div>
          <div className="comment-bar sticky bottom-(--above-keyboard) z-10 border-line border-t bg-paper cramped:static print:hidden">
            <div className="mx-auto max-w-2xl px-4 *:border-t-0">
              <CommentBox post={post} inputRef={box} />
            </div>
          </div>
        </div>
      </article>
      {editing && (
        <Suspense>
          <EditDialog post={post} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  );
}

type CommentsProps = Pick<Props, "comments" | "linked"> & {
  post: PostView;
  loaded: PostView;
  isOwner: boolean;
};

/** The thread, or placeholders until it is loaded. The loaded comments replace those of before. */
function Comments({ comments, ...props }: CommentsProps) {
  if (comments !== "loading" || props.post.commentCount === 0)
    return <CommentThread key={comments} {...props} />;
  return (
    <Loading className="grid gap-3 border-line border-t pt-4">
      <Skeleton className="h-3 w-4/5" />
      <Skeleton className="h-3 w-3/5" />
    </Loading>
  );
}

/** The link back and those to the neighbours: above the photo, or above the comments beside it. */
function PostNav({ neighbours: { previous, next } }: { neighbours: Neighbours }) {
  const { t } = useLingui();
  return (
    <nav
      aria-label={t`Posts`}
      className="flex min-h-12 items-center justify-between gap-2 ps-4 pe-2 stage:absolute stage:end-0 stage:top-0 stage:h-14 stage:w-(--post-side)"
    >
      <BackLink to="/feed" />
      <span className="flex shrink-0">
        <Neighbour
          id={previous}
          label={t`Previous post`}
          icon={<ChevronLeft aria-hidden className="rtl:-scale-x-100" />}
        />
        <Neighbour
          id={next}
          label={t`Next post`}
          icon={<ChevronRight aria-hidden className="rtl:-scale-x-100" />}
        />
      </span>
    </nav>
  );
}

function Neighbour({ id, label, icon }: { id: string | null; label: string; icon: ReactNode }) {
  if (!id) return null;
  return <IconLink to={`/post/${id}`} label={label} icon={icon} tooltip viewTransition replace />;
}

/** The caption, the camera data and the time of a post. */
function PostTexts({
  post: { id, userId, caption, camera, createdAt, editedAt, visibility },
}: {
  post: PostView;
}) {
  const isHydrated = useHydrated();
  return (
    <>
      {caption && <PostCaption caption={caption} authorId={userId} />}
      {camera && (
        <p className="flex gap-1.5 text-muted text-sm">
          <Camera aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="sr-only">
            <Trans>Camera data:</Trans>
          </span>
          <span dir="auto" className="wrap-anywhere">
            {cameraText(camera)}
          </span>
        </p>
      )}
      <p className="text-muted text-sm">
        <TimeAgo iso={createdAt} />
        {editedAt && (
          <span>
            {" "}
            <Trans comment="After the time of a post that was edited">· edited</Trans>
          </span>
        )}
        {visibility === "connections" && (
          <span>
            {" "}
            <Trans comment="After the time of a post that only connections can see">· Connections only</Trans>
          </span>
        )}
      </p>
      <p translate="no" className="hidden wrap-anywhere text-sm print:block">
        {`${isHydrated ? location.origin : ""}/post/${id}`}
      </p>
    </>
  );
}

/** The caption, and the offer to translate it. */
function PostCaption({ caption, authorId }: { caption: string; authorId: string }) {
  const { text, lang, offer } = useTranslation(caption, authorId);
  return (
    <div>
      <p dir="auto" lang={lang} className="wrap-anywhere whitespace-pre-line">
        <LinkedText text={text} />
      </p>
      <p className="empty:hidden">{offer}</p>
    </div>
  );
}
