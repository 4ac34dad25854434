import { Trans, useLingui } from "@lingui/react/macro";
import { useCallback, useEffect, useRef, useState } from "react";
import type { CollectionView } from "~/contract/collections";
import { newId } from "~/contract/ids";
import { COLLECTION_NAME_MAX } from "~/contract/limits";
import { api } from "~/features/api/client";
import { showFailure } from "~/features/api/session-end";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Field } from "~/ui/field";
import { Loading, RowSkeletons } from "~/ui/skeleton";
import { ErrorState } from "~/ui/states";
import { showBrief, showError } from "~/ui/toast-store";
import { CollectionCover } from "./collection-cover";
import { movePosts } from "./move-posts";
import { postsText } from "./posts-text";
import { useNameForm } from "./use-name-form";

interface Props {
  postIds: readonly string[];
  /** Left out of the list: the collection that has the posts. */
  currentId?: string;
  /** Runs before the move. The move fails when it rejects. */
  prepare?: () => Promise<void>;
  onMoved: (postIds: readonly string[]) => void;
  onClose: () => void;
}

/** A dialog that moves saved posts to a collection, or to a new one. A default export, because `lazy` needs one. */
export default function MoveDialog({ postIds, currentId, prepare, onMoved, onClose }: Props) {
  const { t } = useLingui();
  const { collections, retry } = useCollections();
  const [busy, setBusy] = useState(false);

  async function moveTo({ id, name }: Pick<CollectionView, "id" | "name">) {
    await prepare?.();
    const moved = await movePosts(postIds, id);
    if (moved.length === 0) showError(t`These posts are no longer saved`);
    else showBrief(t`Added to ${name}`);
    onMoved(moved);
    onClose();
  }
  async function choose(collection: CollectionView) {
    if (busy) return;
    setBusy(true);
    await moveTo(collection).catch((error: unknown) => {
      showFailure(error, t`Failed to move posts`);
      setBusy(false);
    });
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Add to collection`}>
      {collections === "failed" && (
        <ErrorState
          level={3}
          title={t`Your collections could not be loaded`}
          onRetry={retry}
          className="!py-6"
        />
      )}
      {collections === "loading" && (
        <Loading label={t`Loading collections`}>
          <RowSkeletons count={3} />
        </Loading>
      )}
      {Array.isArray(collections) && (
        <ul className="-mx-2 grid">
          {collections
            .filter(({ id }) => id !== currentId)
            .map((collection) => (
              <li key={collection.id}>
                <CollectionButton
                  collection={collection}
                  busy={busy}
                  onClick={() => void choose(collection)}
                />
              </li>
            ))}
        </ul>
      )}
      <NewCollectionForm onCreated={moveTo} />
    </Dialog>
  );
}

interface CollectionButtonProps {
  collection: CollectionView;
  busy: boolean;
  onClick: () => void;
}

function CollectionButton({ collection, busy, onClick }: CollectionButtonProps) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      aria-disabled={busy}
      onClick={onClick}
      className="flex w-full items-center gap-3 rounded-control px-2 py-1.5 text-start hover:bg-wash active:bg-line aria-disabled:opacity-55"
    >
      <span className="w-12 shrink-0">
        <CollectionCover coverPhoto={collection.coverPhoto} sizes="48px" />
      </span>
      <span className="min-w-0">
        <span dir="auto" className="block truncate font-medium">
          {collection.name}
        </span>
        <span className="figures block text-muted text-sm">{t(postsText(collection.postCount))}</span>
      </span>
    </button>
  );
}

type Loaded = CollectionView[] | "loading" | "failed";

function useCollections(): { collections: Loaded; retry: () => void } {
  const [collections, setCollections] = useState<Loaded>("loading");
  const load = useCallback(() => {
    api("GET /api/collections").then(setCollections, () => setCollections("failed"));
  }, []);
  useEffect(load, [load]);
  function retry() {
    setCollections("loading");
    load();
  }
  return { collections, retry };
}

/** Creates a collection and moves the posts there. A retry after a failed move creates no second one. */
function NewCollectionForm({ onCreated }: { onCreated: (collection: CollectionView) => Promise<void> }) {
  const { t } = useLingui();
  const clientId = useRef(newId());
  const { value, errors, busy, change, onSubmit } = useNameForm("", "new", async (name) => {
    await onCreated(await api("POST /api/collections", { body: { name, clientId: clientId.current } }));
  });

  return (
    <form onSubmit={onSubmit} className="mt-3 flex items-start gap-2 border-line border-t pt-4 pb-6">
      <Field
        label={t`New collection`}
        labelHidden
        placeholder={t`New collection`}
        autoComplete="off"
        className="min-w-0 flex-1"
        value={value}
        error={errors}
        limit={COLLECTION_NAME_MAX}
        onChange={(event) => {
          change(event);
          // Another name is another collection.
          clientId.current = newId();
        }}
      />
      <Button type="submit" variant="quiet" busy={busy} busyLabel={t`Creating...`}>
        <Trans>Create</Trans>
      </Button>
    </form>
  );
}
