import { Camera, ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { cameraText } from "~/contract/camera-text";
import type { PostView } from "~/contract/posts";
import { useViewer } from "~/features/session/viewer";
import { LinkedText } from "~/features/text/linked-text";
import { BackLink } from "~/ui/back-link";
import { IconLink } from "~/ui/icon-button";
import { lazyPart } from "~/ui/lazy-part";
import { besides } from "~/ui/origin";
import { Photo } from "~/ui/photo";
import { TimeAgo } from "~/ui/time-ago";
import { AiBadge } from "./ai-badge";
import { AltBadge } from "./alt-badge";
import { CommentBox } from "./comment-box";
import { CommentThread, type LinkedComment } from "./comment-thread";
import { CoveredPhoto, useIsCovered } from "./covered-photo";
import { PhotoPress } from "./photo-press";
import { PhotoStrip } from "./photo-strip";
import { PostBar } from "./post-bar";
import { Counts } from "./post-card";
import { PostHeader } from "./post-header";
import { PostMenu } from "./post-menu";
import { PostNotFound } from "./post-not-found";
import { useArrowKeys } from "./use-arrow-keys";
import { usePost } from "./use-post";

const EditDialog = lazyPart(() => import("./edit-dialog.client"));

/** Ids of the posts that the arrow keys and buttons open. */
export interface Neighbours {
  newer: string | null;
  older: string | null;
}

const SIZES = "(min-width: 1024px) 610px, (min-width: 768px) 60vw, 100vw";

/** The page of one post: the photo beside its caption and comments, or above them on phones (docs/product.md#posts). */
export function PostDetail({
  post: loaded,
  neighbours,
  linked,
  children,
}: {
  post: PostView;
  neighbours: Neighbours;
  /** The comment that the address names; null when it is gone. */
  linked?: LinkedComment | null | undefined;
  /** Rendered under the bar and the counts. */
  children?: ReactNode;
}) {
  const post = usePost(loaded);
  const isCovered = useIsCovered(post ?? loaded);
  const isOwner = useViewer()?.id === loaded.userId;
  const navigate = useNavigate();
  const box = useRef<HTMLTextAreaElement>(null);
  const photoBox = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState(false);
  useArrowKeys(neighbours);
  if (!post) return <PostNotFound />;
  return (
    <div className="mx-auto max-w-5xl pb-4 md:px-4">
      <h1 className="sr-only">
        Post by <span translate="no">{post.user.username}</span>
      </h1>
      <nav
        aria-label="Posts"
        className="flex min-h-12 items-center justify-between gap-2 ps-4 pe-2 md:min-h-14 md:px-0"
      >
        <BackLink to="/feed" />
        <span className="flex shrink-0">
          <Neighbour
            id={neighbours.newer}
            label="Newer post"
            icon={<ChevronLeft aria-hidden className="rtl:-scale-x-100" />}
          />
          <Neighbour
            id={neighbours.older}
            label="Older post"
            icon={<ChevronRight aria-hidden className="rtl:-scale-x-100" />}
          />
        </span>
      </nav>
      <article className="grid grid-cols-1 items-start gap-3 md:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] md:gap-6">
        <div
          ref={photoBox}
          tabIndex={-1}
          className="relative overflow-hidden md:sticky md:top-20 md:rounded-card"
        >
          {isCovered ? (
            <CoveredPhoto post={post} box={photoBox} sizes={SIZES} transitionName={`photo-${post.id}`} />
          ) : post.photos ? (
            <PhotoStrip
              key={post.id}
              post={post}
              photos={post.photos}
              sizes={SIZES}
              priority
              transitionName={`photo-${post.id}`}
            />
          ) : (
            <>
              <PhotoPress post={post} to={post.mediaUrl}>
                <Photo photo={post} sizes={SIZES} priority transitionName={`photo-${post.id}`} />
              </PhotoPress>
              {post.isAi && <AiBadge />}
              {post.altText && <AltBadge text={post.altText} />}
            </>
          )}
        </div>
        <div className="grid grid-cols-1 gap-3 px-4 md:px-0">
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
          {post.caption && (
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              <LinkedText text={post.caption} />
            </p>
          )}
          {post.camera && (
            <p className="flex gap-1.5 text-muted text-sm">
              <Camera aria-hidden className="mt-0.5 size-4 shrink-0" />
              <span className="sr-only">Camera data:</span>
              <span dir="auto" className="wrap-anywhere">
                {cameraText(post.camera)}
              </span>
            </p>
          )}
          <p className="text-muted text-sm">
            <TimeAgo iso={post.createdAt} />
            {post.editedAt && <span> · edited</span>}
            {post.visibility === "connections" && <span> · Connections only</span>}
          </p>
          <div className="border-line border-t pt-1">
            <PostBar post={post} onComment={() => box.current?.focus()} />
            <Counts post={post} />
            {children}
          </div>
          <CommentThread post={post} loaded={loaded} isOwner={isOwner} linked={linked} />
          <CommentBox post={post} inputRef={box} />
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

function Neighbour({ id, label, icon }: { id: string | null; label: string; icon: ReactNode }) {
  if (!id) return null;
  return <IconLink to={`/post/${id}`} label={label} icon={icon} tooltip viewTransition state={besides} />;
}
