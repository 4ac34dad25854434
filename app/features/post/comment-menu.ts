import type { CommentView } from "~/contract/comments";
import type { PostView } from "~/contract/posts";
import type { MenuItem } from "~/ui/menu";
import { setCommentHidden, setCommentPinned } from "./comment-changes";
import type { ShownComments } from "./use-comment-pager";

interface Thread {
  post: PostView;
  /** Whether the viewer owns the post, and may delete, hide and pin its comments. */
  isOwner: boolean;
  viewerId: string | undefined;
  pinned: CommentView | null;
  setPinned: (comment: CommentView | null) => void;
  onReport: (comment: CommentView) => void;
  onDelete: (comment: CommentView, drop: ShownComments["drop"]) => void;
}

/** Returns the items of a comment's menu. */
export function commentMenu(
  comment: CommentView,
  { drop, update }: ShownComments,
  { post, isOwner, viewerId, pinned, setPinned, onReport, onDelete }: Thread,
): MenuItem[] {
  const isOwn = comment.userId === viewerId;
  const isPinned = comment.id === pinned?.id;
  const { isHidden } = comment;
  const pin = async () => {
    if (await setCommentPinned(post, comment.id, !isPinned)) setPinned(isPinned ? null : comment);
  };
  const hide = async () => {
    if (!(await setCommentHidden(post, comment.id, !isHidden))) return;
    update(comment.id, () => ({ isHidden: !isHidden }));
    if (isPinned) setPinned(null);
  };
  const items: MenuItem[] = [];
  if (isOwner && !comment.parentId && !isHidden) {
    const [label, icon] = isPinned ? (["Unpin", "unpin"] as const) : (["Pin", "pin"] as const);
    items.push({ label, icon, onSelect: () => void pin() });
  }
  if (isOwner) {
    const [label, icon] = isHidden ? (["Show", "show"] as const) : (["Hide", "hide"] as const);
    items.push({ label, icon, onSelect: () => void hide() });
  }
  if (!isOwn) items.push({ label: "Report", icon: "report", onSelect: () => onReport(comment) });
  if (isOwner || isOwn)
    items.push({ label: "Delete", icon: "delete", danger: true, onSelect: () => onDelete(comment, drop) });
  return items;
}
