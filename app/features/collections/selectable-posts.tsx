import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Check, FolderPlus } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import type { CollectionView } from "~/contract/collections";
import type { PostView } from "~/contract/posts";
import { api } from "~/features/api/client";
import { showFailure } from "~/features/api/session-end";
import { CoveredTile } from "~/features/grid/covered-tile";
import { PostGrid } from "~/features/grid/post-grid";
import { useIsCovered } from "~/features/post/covered-photo";
import { Button } from "~/ui/button";
import { lazyPart } from "~/ui/lazy-part";
import { altOf, Photo } from "~/ui/photo";
import { showBrief } from "~/ui/toast-store";
import { movePosts } from "./move-posts";

const MoveDialog = lazyPart(() => import("./move-dialog.client"));

interface Props {
  posts: readonly PostView[];
  /** The collection that has the posts; without it they are all saved posts. */
  collection?: CollectionView;
  /** Called after posts were moved, with their ids, and after the cover was changed. */
  onChanged: (movedIds: readonly string[]) => void;
}

/** Returns the selection of saved posts, null outside of the mode, and what can be done with it. */
function useSelection({ posts, collection, onChanged }: Props, onStop: () => void) {
  const { t } = useLingui();
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  const [busy, setBusy] = useState(false);
  // A selected post can leave the grid, as when it is unsaved in another tab.
  const ids = posts.map(({ id }) => id).filter((id) => selected?.has(id));

  function stop() {
    setSelected(null);
    onStop();
  }
  function changed(moved: readonly string[]) {
    stop();
    onChanged(moved);
  }
  async function run(work: () => Promise<readonly string[]>, failure: string) {
    if (busy) return;
    setBusy(true);
    try {
      changed(await work());
    } catch (error) {
      showFailure(error, failure);
    }
    setBusy(false);
  }
  const remove = () =>
    run(async () => {
      const moved = await movePosts(ids, null);
      showBrief(t`Removed from collection`);
      return moved;
    }, t`Failed to move posts`);
  const chooseCover = (id: string) =>
    run(async () => {
      const params = { id: collection?.id ?? "" };
      await api("PATCH /api/collections/{id}", { params, body: { coverPostId: id } });
      showBrief(t`Cover changed`);
      return [];
    }, t`Failed to change the cover`);
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const start = () => setSelected(new Set());
  return { selected, ids, busy, start, stop, toggle, changed, remove, chooseCover };
}

/** A grid of saved posts with a mode in which the member selects posts, to move them to a collection. */
export function SelectablePosts(props: Props) {
  const { posts, collection } = props;
  const { t } = useLingui();
  const [isMoving, setMoving] = useState(false);
  const modeButton = useRef<HTMLButtonElement>(null);
  // The focus moves to the mode's button, because the selected element goes.
  const { selected, ids, busy, start, stop, toggle, changed, remove, chooseCover } = useSelection(props, () =>
    modeButton.current?.focus(),
  );
  return (
    <>
      <div className="sticky top-15 z-20 flex min-h-13 flex-wrap items-center gap-2 bg-paper px-4 py-1 md:px-0">
        {selected && (
          <SelectionButtons
            count={ids.length}
            busy={busy}
            isCollection={collection !== undefined}
            onMove={() => setMoving(true)}
            onRemove={() => void remove()}
            onChooseCover={() => void chooseCover(ids[0] ?? "")}
          />
        )}
        {/* The same element in both modes keeps the focus. */}
        <Button
          key="mode"
          ref={modeButton}
          variant={selected ? "plain" : "quiet"}
          size="small"
          className={selected ? undefined : "ms-auto"}
          onClick={selected ? stop : start}
        >
          {selected
            ? t`Cancel`
            : t({ message: "Select", comment: "Button that starts the selection of several posts" })}
        </Button>
      </div>
      {selected ? (
        <ul className="grid grid-cols-3 gap-0.5 md:gap-1" onKeyDown={({ key }) => key === "Escape" && stop()}>
          {posts.map((post) => (
            <SelectableTile
              key={post.id}
              {...{ post, isSelected: selected.has(post.id) }}
              onToggle={() => toggle(post.id)}
            />
          ))}
        </ul>
      ) : (
        <PostGrid posts={posts} />
      )}
      {isMoving && (
        <Suspense>
          <MoveDialog
            {...{ postIds: ids, currentId: collection?.id, onMoved: changed }}
            onClose={() => setMoving(false)}
          />
        </Suspense>
      )}
    </>
  );
}

interface SelectionButtonsProps {
  /** The number of selected posts. */
  count: number;
  busy: boolean;
  isCollection: boolean;
  onMove: () => void;
  onRemove: () => void;
  onChooseCover: () => void;
}

/** The number of the selected posts, and the buttons of what can be done with them. */
function SelectionButtons({
  count,
  busy,
  isCollection,
  onMove,
  onRemove,
  onChooseCover,
}: SelectionButtonsProps) {
  const { t } = useLingui();
  return (
    <>
      <p role="status" className="figures me-auto font-medium text-sm">
        {t({ message: plural(count, { other: "# selected" }) })}
      </p>
      <Button size="small" disabled={count === 0} aria-haspopup="dialog" onClick={onMove}>
        <FolderPlus aria-hidden />
        <Trans>Add to collection</Trans>
      </Button>
      {isCollection && (
        <>
          <Button variant="quiet" size="small" disabled={count === 0} busy={busy} onClick={onRemove}>
            <Trans comment="Button that takes posts out of a collection">Remove</Trans>
          </Button>
          <Button variant="quiet" size="small" disabled={count !== 1} busy={busy} onClick={onChooseCover}>
            <Trans>Use as cover</Trans>
          </Button>
        </>
      )}
    </>
  );
}

interface SelectableTileProps {
  post: PostView;
  isSelected: boolean;
  onToggle: () => void;
}

function SelectableTile({ post, isSelected, onToggle }: SelectableTileProps) {
  const { t, i18n } = useLingui();
  const isCovered = useIsCovered(post);
  const photo = { photo: post, sizes: "(min-width: 896px) 290px, 33vw" };
  return (
    <li>
      <label className="group relative block cursor-pointer">
        <input
          type="checkbox"
          checked={isSelected}
          onChange={onToggle}
          className="peer absolute inset-0 z-10 size-full cursor-pointer opacity-0"
        />
        <span className="sr-only">{isCovered ? t`Sensitive photo` : altOf(i18n, post)}</span>
        <span
          aria-hidden
          className="block peer-focus-visible:outline-2 peer-focus-visible:outline-ember peer-focus-visible:-outline-offset-2"
        >
          {isCovered ? <CoveredTile {...photo} /> : <Photo {...photo} shape="square" />}
        </span>
        <span
          aria-hidden
          className="pointer-events-none absolute inset-0 bg-white/40 opacity-0 peer-checked:opacity-100"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute end-2 top-2 flex size-6 items-center justify-center rounded-full border-2 border-white bg-scrim text-white peer-checked:bg-ember [&>svg]:opacity-0 peer-checked:[&>svg]:opacity-100"
        >
          <Check className="size-4 stroke-3" />
        </span>
      </label>
    </li>
  );
}
