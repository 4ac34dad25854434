import { Trans, useLingui } from "@lingui/react/macro";
import { MessagesSquare } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { ChatListItem } from "~/contract/chat";
import { isArchived } from "~/contract/chat-marks";
import { CHAT_PLACEHOLDERS, SEARCH_MIN } from "~/contract/limits";
import { nameContains } from "~/contract/name-contains";
import { ButtonLink } from "~/ui/button";
import { lazyPart } from "~/ui/lazy-part";
import { SearchInput } from "~/ui/search-input";
import { Loading, RowSkeletons } from "~/ui/skeleton";
import { EmptyState, ErrorState } from "~/ui/states";
import { useTextBeforeHydration } from "~/ui/use-text-before-hydration";
import { loadChats, useChatList, useUnreadFrom } from "./chat-list-store";
import { ChatMenuButton } from "./chat-menu-button";
import { ChatRow } from "./chat-row";
import { MoreChats } from "./more-chats";
import { useNamedChats } from "./use-named-chats";

const MessageHits = lazyPart(() => import("./message-hits.client"));

/** The list pane: all chats, filtered by username or full name, and the messages with the words of the filter. */
export function ChatList({ openUsername }: { openUsername: string | null }) {
  const { t } = useLingui();
  const list = useChatList();
  const { chats, isFailed } = list;
  const showsArchive = useSearchParams()[0].has("archived");
  const [query, setQuery] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useTextBeforeHydration(field, setQuery);
  return (
    <section aria-labelledby="chats" className="flex min-h-0 flex-1 flex-col cramped:overflow-y-auto">
      <header className="grid gap-3 border-line border-b p-4">
        <h1 id="chats" className="title text-2xl">
          <Trans>Messages</Trans>
        </h1>
        <SearchInput
          ref={field}
          label={t`Search messages`}
          value={query}
          onType={setQuery}
          enterKeyHint="search"
        />
      </header>
      <div className="min-h-0 cramped:min-h-fit flex-1 cramped:overflow-visible overflow-y-auto overscroll-contain">
        {chats ? (
          <Rows
            chats={chats}
            next={showsArchive ? list.nextArchived : list.next}
            hasMoreArchived={list.nextArchived !== null}
            query={query.trim().toLowerCase()}
            openUsername={openUsername}
            showsArchive={showsArchive}
          />
        ) : isFailed ? (
          <ErrorState
            title={t`Failed to load chats. Please try again later.`}
            onRetry={() => void loadChats()}
          />
        ) : (
          <Loading label={t`Loading chats`}>
            <RowSkeletons count={CHAT_PLACEHOLDERS} />
          </Loading>
        )}
      </div>
    </section>
  );
}

interface RowsProps {
  chats: readonly ChatListItem[];
  /** The cursor of the next page of the listed chats; null when all are loaded. */
  next: string | null;
  hasMoreArchived: boolean;
  query: string;
  openUsername: string | null;
  /** Whether the archived chats are listed, in place of the others. */
  showsArchive: boolean;
}

function Rows({ chats, next, hasMoreArchived, query, openUsername, showsArchive }: RowsProps) {
  const isSearching = useNamedChats(query);
  if (chats.length === 0) return <NoChats />;
  const archived = chats.filter(isArchived);
  // A search finds archived chats, too.
  const listed = query ? chats : chats.filter((chat) => archived.includes(chat) === showsArchive);
  const found = listed.filter((chat) => nameContains(chat, query));
  const searchesMessages = query.length >= SEARCH_MIN;
  return (
    <>
      {found.length === 0 && !searchesMessages && !isSearching && (
        <p className="px-6 py-10 text-center text-muted">
          <Trans>No messages found</Trans>
        </p>
      )}
      {chats.every(({ lastMessage }) => !lastMessage) && (
        <p className="px-4 pt-4 text-muted text-sm">
          <Trans>No conversations yet</Trans>
        </p>
      )}
      {!query && (showsArchive || archived.length > 0) && (
        <ArchiveLink archived={archived} hasMore={hasMoreArchived} showsArchive={showsArchive} />
      )}
      {!query && showsArchive && archived.length === 0 && next === null && (
        <p className="px-6 py-10 text-center text-muted">
          <Trans>No archived chats</Trans>
        </p>
      )}
      <ul className="p-2">
        {found.map((chat) => (
          <li key={chat.userId} className="group not-pointer-fine:flex relative items-center">
            <ChatRow chat={chat} isOpen={chat.username === openUsername} showsArchive={showsArchive} />
            <ChatMenuButton
              chat={chat}
              className="pointer-fine:absolute! end-1 top-1/2 pointer-fine:-translate-y-1/2 pointer-fine:bg-surface text-muted! pointer-fine:opacity-0 focus-visible:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100"
            />
          </li>
        ))}
      </ul>
      {!query && next !== null && <MoreChats cursor={next} isArchive={showsArchive} />}
      {searchesMessages && (
        <Suspense>
          <MessageHits query={query} hasChats={found.length > 0 || isSearching} />
        </Suspense>
      )}
    </>
  );
}

function NoChats() {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<MessagesSquare aria-hidden />}
      title={t`No Conversations`}
      text={t`Connect with people to start messaging`}
      action={
        <ButtonLink to="/search">
          <Trans>Find people</Trans>
        </ButtonLink>
      }
    />
  );
}

interface ArchiveLinkProps {
  archived: ChatListItem[];
  hasMore: boolean;
  showsArchive: boolean;
}

/** The link to the archived chats, or back to the others. */
function ArchiveLink({ archived, hasMore, showsArchive }: ArchiveLinkProps) {
  const { t } = useLingui();
  const unreadFrom = useUnreadFrom();
  const count = `${archived.length}${hasMore ? "+" : ""}`;
  const hasUnread = archived.some((chat) => unreadFrom(chat) > 0);
  return (
    <Link
      to={showsArchive ? "/chat" : "/chat?archived"}
      preventScrollReset
      className="mx-2 mt-2 flex min-h-11 items-center gap-3 rounded-control px-2.5 font-semibold text-sm hover:bg-wash"
    >
      <span>{showsArchive ? t`Back to chats` : t`Archived chats (${count})`}</span>
      {!showsArchive && hasUnread && (
        <span className="font-normal text-muted">
          <Trans context="chats" comment="Some of the archived chats have unread messages">
            Unread
          </Trans>
        </span>
      )}
    </Link>
  );
}
