import { useStore } from "@nanostores/react";
import { ArrowLeft, Bookmark, Ellipsis } from "lucide-react";
import { Suspense, useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { CollectionView } from "~/contract/collections";
import { counted } from "~/contract/counted";
import type { PostView } from "~/contract/posts";
import { api, apiPage, type Page } from "~/features/api/client";
import { EndlessGrid } from "~/features/grid/endless-grid";
import { $saves, currentPost, hydratePost, postsVersion, upsertPosts } from "~/features/post/post-store";
import { ButtonLink } from "~/ui/button";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { IconButton } from "~/ui/icon-button";
import { lazyPart } from "~/ui/lazy-part";
import { Menu } from "~/ui/menu";
import { EmptyState } from "~/ui/states";
import { showError, showToast } from "~/ui/toast-store";
import { useReload } from "~/ui/use-reload";
import { SelectablePosts } from "./selectable-posts";

const NameDialog = lazyPart(() => import("./name-dialog.client"));

const SAVED = "/profile?tab=saved";

/** The page of a collection of saved posts (docs/product.md#collections). Its `key` has to change with the collection and the cursor. */
export function CollectionPage({ collection, first }: { collection: CollectionView; first: Page<PostView> }) {
  const { id } = collection;
  const reload = useReload();
  // `isShown` reads the stored posts.
  useStore($saves, { ssr: "initial" });
  useEffect(() => first.items.forEach(hydratePost), [first]);
  const [movedIds, setMovedIds] = useState<ReadonlySet<string>>(new Set());
  const load = useCallback(
    async (cursor: string) => {
      const requestedAt = postsVersion();
      const page = await apiPage("GET /api/collections/{id}/posts", { params: { id }, query: { cursor } });
      upsertPosts(page.items, requestedAt);
      return page;
    },
    [id],
  );
  function changed(moved: readonly string[]) {
    setMovedIds(new Set([...movedIds, ...moved]));
    void reload();
  }
  return (
    <div className="mx-auto max-w-4xl py-6 md:px-4">
      <div className="mb-3 px-4 md:px-0">
        <ButtonLink look="plain" size="small" to={SAVED} className="-ms-3.5">
          <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
          Saved
        </ButtonLink>
        <div className="mt-2 flex items-start justify-between gap-3">
          <h1 dir="auto" className="title wrap-anywhere text-3xl">
            {collection.name}
          </h1>
          <CollectionMenu collection={collection} />
        </div>
        <p className="figures text-muted text-sm">{counted(collection.postCount, "post")}</p>
      </div>
      <EndlessGrid
        name={`collection ${id}`}
        first={first}
        load={load}
        linkTo={(cursor) => `?cursor=${cursor}`}
        isShown={(post) => !movedIds.has(post.id) && currentPost(post)?.isSaved === true}
        renderPosts={(posts) => <SelectablePosts posts={posts} collection={collection} onChanged={changed} />}
        empty={
          <EmptyState
            icon={<Bookmark aria-hidden />}
            title="Nothing Here Yet"
            text="Select saved photos and add them to this collection."
            action={<ButtonLink to={SAVED}>Saved photos</ButtonLink>}
          />
        }
      />
    </div>
  );
}

/** The menu of a collection: rename and delete. */
function CollectionMenu({ collection: { id, name } }: { collection: CollectionView }) {
  const [dialog, setDialog] = useState<"rename" | "delete" | null>(null);
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const reload = useReload();
  const close = () => setDialog(null);
  async function remove() {
    setBusy(true);
    try {
      await api("DELETE /api/collections/{id}", { params: { id } });
      showToast({ title: "Collection deleted" });
      await navigate(SAVED, { replace: true });
    } catch {
      showError("Failed to delete collection");
      setBusy(false);
      close();
    }
  }
  return (
    <>
      <Menu
        trigger={
          <IconButton label="Collection menu" icon={<Ellipsis aria-hidden />} className="-me-2.5 shrink-0" />
        }
        items={[
          [
            { label: "Rename", icon: "edit", onSelect: () => setDialog("rename") },
            {
              label: "Delete collection",
              icon: "delete",
              danger: true,
              onSelect: () => setDialog("delete"),
            },
          ],
        ]}
      />
      {dialog === "rename" && (
        <Suspense>
          <NameDialog
            title="Rename collection"
            submitLabel="Rename"
            initial={name}
            onSubmit={async (next) => {
              await api("PATCH /api/collections/{id}", { params: { id }, body: { name: next } });
              await reload();
            }}
            onClose={close}
          />
        </Suspense>
      )}
      <ConfirmDialog
        open={dialog === "delete"}
        onOpenChange={(open) => open || close()}
        title="Delete collection?"
        text="Its posts stay saved."
        confirmLabel="Delete collection"
        busy={busy}
        busyLabel="Deleting..."
        onConfirm={() => void remove()}
      />
    </>
  );
}
