import { Trans } from "@lingui/react/macro";
import { FolderPlus } from "lucide-react";
import { Suspense, useState } from "react";
import type { PostView } from "~/contract/posts";
import { setSaved } from "~/features/post/like-and-save";
import { usePost } from "~/features/post/use-post";
import { Button } from "~/ui/button";
import { lazyPart } from "~/ui/lazy-part";

const MoveDialog = lazyPart(() => import("./move-dialog.client"));

/** The button on a post's page that adds the post to a collection, and saves it first if necessary. */
export function AddToCollection({ post: loaded }: { post: PostView }) {
  const post = usePost(loaded);
  const [isOpen, setOpen] = useState(false);
  if (!post) return null;
  async function save() {
    // A press on Save may be in flight: the queue sends one call after another.
    if (post && !(await setSaved(post, true))) throw new Error("The post was not saved");
  }
  return (
    <>
      <Button
        variant="plain"
        size="small"
        className="-mx-3.5 w-fit"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <FolderPlus aria-hidden />
        <Trans>Add to collection</Trans>
      </Button>
      {isOpen && (
        <Suspense>
          <MoveDialog
            postIds={[post.id]}
            prepare={save}
            onMoved={() => undefined}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
