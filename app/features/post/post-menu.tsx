import { useLingui } from "@lingui/react/macro";
import { Ellipsis } from "lucide-react";
import { Suspense, useState } from "react";
import type { PostView } from "~/contract/posts";
import { IconButton } from "~/ui/icon-button";
import { lazyPart } from "~/ui/lazy-part";
import { Menu, type MenuItem } from "~/ui/menu";
import { retryImport } from "~/ui/retry-import";
import { showError } from "~/ui/toast-store";
import type { PostDialog } from "./post-dialogs.client";

/** Loaded when a dialog first opens, because each card of the feed has a menu. */
const PostDialogs = lazyPart(() => import("./post-dialogs.client"));
const loadDownload = retryImport(() => import("./download-photos.client"));

interface Props {
  post: PostView;
  isOwner: boolean;
  /** Whether the menu links to the post's own page, as on a card. */
  details?: boolean;
  onEdit?: () => void;
  onDeleted?: () => void;
}

/** The menu of a post: its owner can download its photos, edit and delete it, other members can report it. */
export function PostMenu({ post, isOwner, details = false, onEdit, onDeleted }: Props) {
  const { t } = useLingui();
  const [dialog, setDialog] = useState<PostDialog | null>(null);
  const [hasOpened, setHasOpened] = useState(false);
  const open = (next: PostDialog) => () => {
    setHasOpened(true);
    setDialog(next);
  };
  const view: MenuItem[] = details
    ? [{ label: t`View details`, icon: "details", to: `/post/${post.id}` }]
    : [];
  const own: MenuItem[] = isOwner
    ? [
        {
          label: post.photos ? t`Download photos` : t`Download photo`,
          icon: "download",
          onSelect: () => void download(post, t`Failed to download photo`),
        },
        ...(onEdit ? [{ label: t`Edit post`, icon: "edit", onSelect: onEdit } as const] : []),
        { label: t`Delete post`, icon: "delete", danger: true, onSelect: open("delete") },
      ]
    : [{ label: t({ message: "Report", context: "verb" }), icon: "report", onSelect: open("report") }];
  const groups = [view, own].filter((group) => group.length > 0);
  return (
    <>
      <Menu
        trigger={<IconButton label={t`Post menu`} icon={<Ellipsis aria-hidden />} className="-me-2.5" />}
        items={groups}
      />
      {hasOpened && (
        <Suspense>
          <PostDialogs post={post} open={dialog} onClose={() => setDialog(null)} onDeleted={onDeleted} />
        </Suspense>
      )}
    </>
  );
}

async function download(post: PostView, failure: string): Promise<void> {
  const code = await loadDownload().catch(() => null);
  if (code) await code.downloadPhotos(post);
  else showError(failure);
}
