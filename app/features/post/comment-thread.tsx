import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import type { CommentView, PostView } from "~/contract/posts";
import { getPage } from "~/features/api/json";
import { useViewer } from "~/features/session/viewer";
import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { IconButton } from "~/ui/icon-button";
import { TimeAgo } from "~/ui/time-ago";
import { showToast } from "~/ui/toast";
import { removeComment } from "./comment-actions";
import { LinkedText } from "./linked-text";

interface Props {
  post: PostView;
  /** The post as the page loaded it, with the first page of comments. */
  loaded: PostView;
  /** The owner may delete any comment under their post. */
  isOwner: boolean;
}

/** What was said, oldest first, page by page; what the viewer writes meanwhile stands at the end. */
export function CommentThread({ post, loaded, isOwner }: Props) {
  const viewer = useViewer();
  const { comments, remaining, loading, loadMore, drop } = useThread(post, loaded);
  if (comments.length === 0 && remaining === 0) {
    return <p className="border-line border-t pt-4 text-muted">No comments yet. Say something kind.</p>;
  }
  return (
    <div className="grid gap-3 border-line border-t pt-4">
      <ul aria-label="Comments" className="grid gap-3">
        {comments.map((comment) => (
          <Comment
            key={comment.id}
            comment={comment}
            onDelete={
              isOwner || comment.userId === viewer?.id
                ? async () => {
                    if (await removeComment(post, comment.id)) drop(comment.id);
                  }
                : undefined
            }
          />
        ))}
      </ul>
      {remaining > 0 && (
        <Button
          look="quiet"
          size="small"
          busy={loading}
          busyLabel="Loading..."
          onClick={() => void loadMore()}
        >
          Load more
        </Button>
      )}
    </div>
  );
}

function Comment({ comment, onDelete }: { comment: CommentView; onDelete?: () => Promise<void> }) {
  const { user } = comment;
  return (
    <li className="group flex gap-3">
      <Avatar name={user.fullName} image={user.profileImage} size="sm" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere whitespace-pre-line">
          <Link to={`/profile/${user.username}`} className="font-semibold hover:underline">
            {user.username}
          </Link>{" "}
          <LinkedText text={comment.comment} />
        </p>
        <p className="text-muted text-sm">
          <TimeAgo iso={comment.createdAt} />
        </p>
      </div>
      {onDelete && (
        <IconButton
          label={`Delete comment by ${user.username}`}
          icon={<Trash2 aria-hidden className="!size-4 text-muted" />}
          onClick={() => void onDelete()}
          className="-my-2 -mr-2.5"
        />
      )}
    </li>
  );
}

/** The comments that are loaded, and how many more can be. */
function useThread(post: PostView, loaded: PostView) {
  const [later, setLater] = useState<CommentView[]>([]);
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const [loading, setLoading] = useState(false);
  // The post's count has comments of blocked members in it, which no list has: how many is known where the list ends.
  const [hidden, setHidden] = useState(
    loaded.comments.length < PAGE_LIMIT_DEFAULT ? loaded.commentCount - loaded.comments.length : 0,
  );

  const byId = new Map<string, CommentView>();
  // The store's list holds what the viewer has written here; it may also be only a card's first two.
  for (const comment of [...loaded.comments, ...later, ...post.comments]) byId.set(comment.id, comment);
  const comments = [...byId.values()].filter(({ id }) => !dropped.has(id));
  const remaining = Math.max(0, post.commentCount - comments.length - hidden);

  async function loadMore() {
    const last = later.at(-1) ?? loaded.comments.at(-1);
    setLoading(true);
    try {
      const after = last ? `?cursor=${last.id}` : "";
      const page = await getPage<CommentView>(`/api/posts/${post.id}/comments${after}`);
      setLater((now) => [...now, ...page.items]);
      const listed = new Set([...comments, ...page.items].map(({ id }) => id)).size;
      if (!page.next) setHidden(Math.max(0, post.commentCount - listed));
    } catch {
      showToast({ kind: "danger", title: "Error", text: "Failed to load comments" });
    } finally {
      setLoading(false);
    }
  }
  return {
    comments: comments.sort((a, b) => (a.id < b.id ? -1 : 1)),
    remaining,
    loading,
    loadMore,
    drop: (id: string) => setDropped((now) => new Set([...now, id])),
  };
}
