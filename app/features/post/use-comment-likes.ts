import { useLingui } from "@lingui/react/macro";
import { useCallback, useEffect, useState } from "react";
import type { CommentLikeState, CommentView } from "~/contract/comments";
import { TAB_ID } from "~/contract/tab";
import { api } from "~/features/api/client";
import { showFailure } from "~/features/api/session-end";
import { onFrame } from "~/realtime/frames";
import { ToggleQueue } from "./toggle-queue";

/** The likes of a comment as the viewer sees them. */
export type CommentLikes = Pick<CommentLikeState, "likeCount" | "isLiked">;

/** The changes since the comments were loaded, by comment id. */
type Changes = ReadonlyMap<string, Partial<CommentLikes>>;

/**
 * Returns the current likes of a post's comments, and how to like or unlike one: optimistically, with a roll-back
 * when the call fails.
 */
export function useCommentLikes(postId: string) {
  const { t } = useLingui();
  const [changes, setChanges] = useState<Changes>(new Map());
  const [queues] = useState(() => new Map<string, ToggleQueue<CommentLikeState>>());
  const change = useCallback(
    (id: string, next: (current: Partial<CommentLikes>) => Partial<CommentLikes>) =>
      setChanges((all) => new Map(all).set(id, { ...all.get(id), ...next(all.get(id) ?? {}) })),
    [],
  );

  // The reply to the member's own toggle is newer than what arrives while it is in flight.
  const takesFrame = useCallback(
    (about: { postId: string; commentId: string }) =>
      about.postId === postId && !queues.get(about.commentId)?.busy,
    [postId, queues],
  );
  useLiveLikes(takesFrame, change);

  const likesOf = ({ id, likeCount = 0, isLiked = false }: CommentView): CommentLikes => ({
    likeCount,
    isLiked,
    ...changes.get(id),
  });

  function toggle(comment: CommentView): void {
    const { id } = comment;
    const { isLiked, likeCount } = likesOf(comment);
    const params = { id: postId, commentId: id };
    const show = (on: boolean) =>
      change(id, (current) => ({
        isLiked: on,
        likeCount: (current.likeCount ?? likeCount) + Number(on) - Number(current.isLiked ?? isLiked),
      }));
    const send = (on: boolean) =>
      api(
        on
          ? "POST /api/posts/{id}/comments/{commentId}/like"
          : "DELETE /api/posts/{id}/comments/{commentId}/like",
        { params },
      );
    const running = queues.get(id);
    const queue = running?.busy
      ? running
      : new ToggleQueue<CommentLikeState>(isLiked, send, {
          onSettled: (reply) => change(id, () => ({ isLiked: reply.isLiked, likeCount: reply.likeCount })),
          onFailed: (confirmed, _, error) => {
            show(confirmed);
            showFailure(error, t`Failed to like comment`);
          },
        });
    queues.set(id, queue);
    show(!isLiked);
    void queue.set(!isLiked);
  }

  return { likesOf, toggle };
}

/** Changes the likes as frames announce them: those of other members, and the viewer's own from other tabs. */
function useLiveLikes(
  takes: (about: { postId: string; commentId: string }) => boolean,
  change: (id: string, next: () => Partial<CommentLikes>) => void,
): void {
  useEffect(() => {
    const stops = [
      onFrame("comment_like_update", (frame) => {
        if (takes(frame)) change(frame.commentId, () => ({ likeCount: frame.count }));
      }),
      onFrame("comment_like_state", ({ likeCount, isLiked, tab, ...about }) => {
        if (tab !== TAB_ID && takes(about)) change(about.commentId, () => ({ likeCount, isLiked }));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [takes, change]);
}
