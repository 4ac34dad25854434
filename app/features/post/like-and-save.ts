import { t } from "@lingui/core/macro";
import type { LikeState, PostView, SaveState } from "~/contract/posts";
import { ApiError, api } from "~/features/api/client";
import { leavesForLogIn } from "~/features/api/session-end";
import { showError, showToast } from "~/ui/toast-store";
import { lockFields, removePost, unlockFields, updatePost } from "./post-store";
import { ToggleQueue } from "./toggle-queue";

const likeQueues = new Map<string, ToggleQueue<LikeState>>();
const saveQueues = new Map<string, ToggleQueue<SaveState>>();
const likeFields = ["isLiked", "likeCount"] as const;
const saveFields = ["isSaved"] as const;

/** Likes or unlikes a post: updates it optimistically, and rolls back when the call fails. */
export function setLiked(post: PostView, on: boolean): void {
  if (post.isLiked === on) return;
  const params = { id: post.id };
  const show = (isLiked: boolean) =>
    updatePost(post.id, (current) => ({
      isLiked,
      likeCount: current.likeCount + Number(isLiked) - Number(current.isLiked),
    }));
  const send = (like: boolean) =>
    api(like ? "POST /api/posts/{id}/like" : "DELETE /api/posts/{id}/like", { params });
  const queue =
    busyQueue(likeQueues, post.id) ??
    new ToggleQueue<LikeState>(post.isLiked, send, {
      onSettled: ({ isLiked, likeCount }) => {
        unlockFields(post.id, likeFields);
        updatePost(post.id, () => ({ isLiked, likeCount }));
      },
      onFailed: (confirmed, _, error) => {
        show(confirmed);
        unlockFields(post.id, likeFields);
        explain(post.id, error, t`Failed to like post`);
      },
    });
  likeQueues.set(post.id, queue);
  lockFields(post.id, likeFields);
  show(on);
  void queue.set(on);
}

/**
 * Saves or unsaves a post optimistically; rolls back when the call fails. Resolves to whether it is saved, once no
 * call is in flight.
 */
export function setSaved(post: PostView, on: boolean): Promise<boolean> {
  const busy = busyQueue(saveQueues, post.id);
  if (post.isSaved === on) return busy?.set(on) ?? Promise.resolve(on);
  const params = { id: post.id };
  const send = (save: boolean) =>
    api(save ? "POST /api/posts/{id}/save" : "DELETE /api/posts/{id}/save", { params });
  const queue =
    busy ??
    new ToggleQueue<SaveState>(post.isSaved, send, {
      onSettled: ({ isSaved }) => {
        unlockFields(post.id, saveFields);
        updatePost(post.id, () => ({ isSaved }));
        showToast({ title: isSaved ? t`Post saved` : t`Post removed from saved` });
      },
      onFailed: (confirmed, _, error) => {
        updatePost(post.id, () => ({ isSaved: confirmed }));
        unlockFields(post.id, saveFields);
        explain(post.id, error, confirmed ? t`Failed to remove post from saved` : t`Failed to save post`);
      },
    });
  saveQueues.set(post.id, queue);
  lockFields(post.id, saveFields);
  updatePost(post.id, () => ({ isSaved: on }));
  return queue.set(on);
}

/** Shows why a toggle failed. Without a session the log-in page follows. Removes a post that was deleted meanwhile. */
function explain(id: string, error: unknown, text: string): void {
  if (leavesForLogIn(error)) return;
  const isGone = error instanceof ApiError && error.status === 404;
  showError(isGone ? t`This post is no longer there.` : text);
  if (isGone) removePost(id);
}

/** Reuses a queue only while its call is in flight: the confirmed state of an idle one may be stale. */
function busyQueue<S>(queues: Map<string, ToggleQueue<S>>, id: string): ToggleQueue<S> | null {
  const queue = queues.get(id);
  return queue?.busy ? queue : null;
}
