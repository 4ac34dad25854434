import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { MessageView } from "~/contract/chat";
import { Button } from "~/ui/button";
import { TimeAgo } from "~/ui/time-ago";
import { excerptOf } from "./excerpt";
import { listedText } from "./listed-text";
import type { MessageSearch } from "./use-message-search";

/** A link to a message that a search has found. */
export function FoundMessage({
  username,
  name,
  message: { id, content, createdAt },
  query,
  avatar,
  replace,
}: {
  /** The other member of the conversation. */
  username: string;
  /** The name that the hit shows. */
  name: string;
  message: MessageView;
  query: string;
  avatar?: ReactNode;
  /** Whether the page stays in the conversation, so that Back leaves it. */
  replace?: boolean;
}) {
  const { i18n } = useLingui();
  return (
    <Link
      to={`/chat?user=${encodeURIComponent(username)}&message=${id}`}
      replace={replace}
      preventScrollReset
      className="flex min-h-11 items-center gap-3 rounded-control p-2.5 hover:bg-wash"
    >
      {avatar}
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span dir="auto" translate="no" className="truncate font-semibold">
            {name}
          </span>
          <TimeAgo iso={createdAt} className="ms-auto shrink-0 text-muted text-xs" />
        </span>
        <span dir="auto" className="block truncate text-muted text-sm">
          {excerptOf(listedText(i18n, content), query)}
        </span>
      </span>
    </Link>
  );
}

/** The state of a search under its hits: progress, nothing found, failure, or the button for more. */
export function SearchState<T>({
  search: { items, phase, hasMore, loadMore },
  moreText,
  children,
}: {
  search: MessageSearch<T>;
  moreText: string;
  /** Without any hit. */
  children: ReactNode;
}) {
  return (
    <>
      <p role="status" className="px-4 py-3 text-center text-muted text-sm empty:hidden">
        {phase === "loading" && (
          <span>
            <Trans>Searching messages…</Trans>
          </span>
        )}
        {phase === "ready" && items.length === 0 && <span>{children}</span>}
      </p>
      {phase === "failed" && (
        <div role="alert" className="grid justify-items-center gap-2 px-4 py-3 text-center">
          <p className="text-muted text-sm">
            <Trans>An error occurred while searching. Please try again.</Trans>
          </p>
          <Button onClick={loadMore}>
            <Trans>Retry</Trans>
          </Button>
        </div>
      )}
      {phase === "ready" && hasMore && (
        <p className="p-2 text-center">
          <Button onClick={loadMore}>{moreText}</Button>
        </p>
      )}
    </>
  );
}
