import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CommentView } from "~/contract/comments";
import type { PostView } from "~/contract/posts";
import type { MenuItem } from "~/ui/menu";
import { setCommentHidden, setCommentPinned } from "./comment-changes";
import type { ShownComments } from "./use-comment-pager";

const pinLabel = msg({ message: "Pin", comment: "Verb: keeps a comment above the others" });
const unpinLabel = msg({ message: "Unpin", comment: "Verb: the opposite of Pin" });
const showLabel = msg({ message: "Show", comment: "Verb: shows a hidden comment again" });
const hideLabel = msg({ message: "Hide", comment: "Verb: hides a comment on the member's post" });
const reportLabel = msg({ message: "Report", context: "verb" });

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

/**
 * Returns the items of a comment's menu.
 * @param i18n texts of the reader's language
 */
export function commentMenu(
  i18n: I18n,
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
    const [label, icon] = isPinned ? ([unpinLabel, "unpin"] as const) : ([pinLabel, "pin"] as const);
    items.push({ label: i18n._(label), icon, onSelect: () => void pin() });
  }
  if (isOwner) {
    const [label, icon] = isHidden ? ([showLabel, "show"] as const) : ([hideLabel, "hide"] as const);
    items.push({ label: i18n._(label), icon, onSelect: () => void hide() });
  }
  if (!isOwn) items.push({ label: i18n._(reportLabel), icon: "report", onSelect: () => onReport(comment) });
  if (isOwner || isOwn)
    items.push({
      label: i18n._(msg`Delete`),
      icon: "delete",
      danger: true,
      onSelect: () => onDelete(comment, drop),
    });
  return items;
}
