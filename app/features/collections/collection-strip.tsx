import { Trans, useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { CollectionView } from "~/contract/collections";
import { newId } from "~/contract/ids";
import { api } from "~/features/api/client";
import { Button } from "~/ui/button";
import { lazyPart } from "~/ui/lazy-part";
import { CollectionCover } from "./collection-cover";
import { postsText } from "./posts-text";

const NameDialog = lazyPart(() => import("./name-dialog.client"));

/**
 * The member's collections in a row that scrolls sideways, with a button that creates one.
 * @param collections null when they failed to load
 */
export function CollectionStrip({
  collections,
  onRetry,
}: {
  collections: readonly CollectionView[] | null;
  onRetry: () => void;
}) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="collections" className="mb-5">
      <div className="mb-2 flex min-h-11 items-center justify-between gap-3 px-4 md:px-0">
        <h2 id="collections" className="font-semibold">
          <Trans>Collections</Trans>
        </h2>
        <NewCollection />
      </div>
      {collections === null && (
        <p role="alert" className="flex flex-wrap items-center gap-3 px-4 md:px-0">
          <Trans>Your collections could not be loaded.</Trans>
          <Button variant="quiet" size="small" onClick={onRetry}>
            <Trans>Retry</Trans>
          </Button>
        </p>
      )}
      {collections && collections.length > 0 && (
        <ul className="flex gap-3 overflow-x-auto px-4 pb-2 md:px-0">
          {collections.map((collection) => (
            <li key={collection.id} className="w-28 shrink-0 md:w-36">
              <Link to={`/collections/${collection.id}`} className="block rounded-control">
                <CollectionCover coverPhoto={collection.coverPhoto} sizes="144px" />
                <span dir="auto" className="mt-1.5 block truncate font-medium text-sm">
                  {collection.name}
                </span>
                <span className="figures block text-muted text-sm">{t(postsText(collection.postCount))}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The button that creates a collection and opens its page. */
function NewCollection() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [clientId, setClientId] = useState<string | null>(null);
  return (
    <>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setClientId(newId())}>
        <Plus aria-hidden />
        <Trans>New collection</Trans>
      </Button>
      {clientId && (
        <Suspense>
          <NameDialog
            of="new"
            title={t`New collection`}
            submitLabel={t`Create`}
            onSubmit={async (name) => {
              const { id } = await api("POST /api/collections", { body: { name, clientId } });
              await navigate(`/collections/${id}`);
            }}
            onClose={() => setClientId(null)}
          />
        </Suspense>
      )}
    </>
  );
}
