import { Ellipsis, Flag, Maximize2, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { PostView } from "~/contract/posts";
import { ReportDialog } from "~/features/safety/report-dialog";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { IconButton } from "~/ui/icon-button";
import { Menu, type MenuItem } from "~/ui/menu";
import { deletePost } from "./post-actions";

interface Props {
  post: PostView;
  isOwner: boolean;
  /** On a card: the way to the post's own page. */
  details?: boolean;
  onEdit?: () => void;
  onDeleted?: () => void;
}

/** What else can be done with a post; only its owner sees how to change or delete it. */
export function PostMenu({ post, isOwner, details = false, onEdit, onDeleted }: Props) {
  const [asking, setAsking] = useState(false);
  const [reporting, setReporting] = useState(false);
  const [busy, setBusy] = useState(false);
  const view: MenuItem[] = details
    ? [{ label: "View details", icon: <Maximize2 aria-hidden />, to: `/post/${post.id}` }]
    : [];
  const own: MenuItem[] = isOwner
    ? [
        ...(onEdit ? [{ label: "Edit post", icon: <Pencil aria-hidden />, onSelect: onEdit }] : []),
        { label: "Delete post", icon: <Trash2 aria-hidden />, danger: true, onSelect: () => setAsking(true) },
      ]
    : [{ label: "Report", icon: <Flag aria-hidden />, onSelect: () => setReporting(true) }];
  const groups = [view, own].filter((group) => group.length > 0);

  async function remove() {
    setBusy(true);
    const gone = await deletePost(post.id);
    setBusy(false);
    setAsking(false);
    if (gone) onDeleted?.();
  }
  return (
    <>
      <Menu
        trigger={<IconButton label="Post menu" icon={<Ellipsis aria-hidden />} className="-mr-2.5" />}
        items={groups}
      />
      <ReportDialog
        subject={{ postId: post.id }}
        name="this post"
        open={reporting}
        onOpenChange={setReporting}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete post?"
        text="Its photo, likes and comments go with it. This cannot be undone."
        confirmLabel="Delete post"
        busy={busy}
        busyLabel="Deleting..."
        onConfirm={() => void remove()}
      />
    </>
  );
}
