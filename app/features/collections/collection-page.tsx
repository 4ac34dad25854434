import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useStore } from "@nanostores/react";
import { Bookmark, Ellipsis } from "lucide-react";
import { Suspense, useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { CollectionView } from "~/contract/collections";
import type { PostView } from "~/contract/posts";
import { api, apiPage, type Page } from "~/features/api/client";
import { showFailure } from "~/features/api/session-end";
import { EndlessGrid } from "~/features/grid/endless-grid";
import { $saves, currentPost, hydratePost, postsVersion, upsertPosts } from "~/features/post/post-store";
import { BackLink } from "~/ui/back-link";
import { ButtonLink } from "~/ui/button";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { IconButton } from "~/ui/icon-button";
import { lazyPart } from "~/ui/lazy-part";
import { Menu } from "~/ui/menu";
import { Page as PageColumn } from "~/ui/page";
import { useReload } from "~/ui/router/use-reload";
import { EmptyState } from "~/ui/states";
import { showToast } from "~/ui/toast-store";
import { SelectablePosts } from "./selectable-posts";

const NameDialog = lazyPart(() => import("./name-dialog.client"));

const SAVED = "/profile?tab=saved";

/** A collection of saved posts (docs/product.md#collections). Its `key` must change with collection and cursor. */
export function CollectionPage({ collection, first }: { collection: CollectionView; first: Page<PostView> }) {
  const { t } = useLingui();
  const { id, postCount: count } = collection;
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
    <PageColumn
      title={collection.name}
      actions={<CollectionMenu collection={collection} />}
      note={
        count > 0 && (
          <p className="figures text-sm">
            {t({ message: plural(count, { one: "# post", other: "# posts" }) })}
          </p>
        )
      }
      back={<BackLink to={SAVED} />}
    >
      <div className="max-md:-mx-4">
        <EndlessGrid
          name={`collection ${id}`}
          first={first}
          load={load}
          linkTo={(cursor) => `?cursor=${cursor}`}
          isShown={(post) => !movedIds.has(post.id) && currentPost(post)?.isSaved === true}
          renderPosts={(posts) => (
            <SelectablePosts posts={posts} collection={collection} onChanged={changed} />
          )}
          empty={<NoPosts />}
        />
      </div>
    </PageColumn>
  );
}

function NoPosts() {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<Bookmark aria-hidden />}
      title={t`Nothing Here Yet`}
      text={t`Select saved photos and add them to this collection.`}
      action={
        <ButtonLink to={SAVED}>
          <Trans>Saved photos</Trans>
        </ButtonLink>
      }
    />
  );
}

/** The menu of a collection: rename and delete. */
function CollectionMenu({ collection: { id, name } }: { collection: CollectionView }) {
  const { t } = useLingui();
  const [dialog, setDialog] = useState<"rename" | "delete" | null>(null);
  const reload = useReload();
  const close = () => setDialog(null);
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={t`Collection menu`}
            icon={<Ellipsis aria-hidden />}
            className="-me-2.5 shrink-0"
          />
        }
        items={[
          [
            { label: t`Rename`, icon: "edit", onSelect: () => setDialog("rename") },
            {
              label: t`Delete collection`,
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
            of={id}
            title={t`Rename collection`}
            submitLabel={t`Rename`}
            initial={name}
            onSubmit={async (next) => {
              await api("PATCH /api/collections/{id}", { params: { id }, body: { name: next } });
              await reload();
            }}
            onClose={close}
          />
        </Suspense>
      )}
      <DeleteQuestion id={id} open={dialog === "delete"} onClose={close} />
    </>
  );
}

/** Asks before it deletes a collection, and then leads to all saved posts. */
function DeleteQuestion({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  async function remove() {
    setBusy(true);
    try {
      await api("DELETE /api/collections/{id}", { params: { id } });
      showToast({ title: t`Collection deleted` });
      await navigate(SAVED, { replace: true });
    } catch (error) {
      showFailure(error, t`Failed to delete collection`);
      setBusy(false);
      onClose();
    }
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t`Delete collection?`}
      text={t`Its posts stay saved.`}
      confirmLabel={t`Delete collection`}
      busy={busy}
      busyLabel={t`Deleting...`}
      onConfirm={() => void remove()}
    />
  );
}
