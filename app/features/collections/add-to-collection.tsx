import { FolderPlus } from "lucide-react";
import { Suspense, useState } from "react";
import type { PostView } from "~/contract/posts";
import { api } from "~/features/api/client";
import { updatePost } from "~/features/post/post-store";
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
    if (post?.isSaved) return;
    await api("POST /api/posts/{id}/save", { params: { id: loaded.id } });
    updatePost(loaded.id, () => ({ isSaved: true }));
  }
  return (
    <>
      <Button
        look="plain"
        size="small"
        className="-mx-3.5 w-fit"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <FolderPlus aria-hidden />
        Add to collection
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
