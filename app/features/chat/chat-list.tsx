import { BellOff, MessagesSquare } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { ChatListItem } from "~/contract/chat";
import { isArchived, isMuted } from "~/contract/chat-marks";
import { CHAT_PLACEHOLDERS, SEARCH_MIN } from "~/contract/limits";
import { nameContains } from "~/contract/name-contains";
import { useOnline } from "~/realtime/presence";
import { Avatar } from "~/ui/avatar";
import { ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { lazyPart } from "~/ui/lazy-part";
import { SearchInput } from "~/ui/search-input";
import { Loading, RowSkeletons } from "~/ui/skeleton";
import { EmptyState, ErrorState } from "~/ui/states";
import { TimeAgo } from "~/ui/time-ago";
import { useTextBeforeHydration } from "~/ui/use-text-before-hydration";
import { loadChats, useChatList, useUnreadFrom } from "./chat-list-store";
import { ChatMenuButton } from "./chat-menu-button";
import { MoreChats } from "./more-chats";
import { useNamedChats } from "./use-named-chats";

const MessageHits = lazyPart(() => import("./message-hits.client"));

/** The list pane: all chats, filtered by username or full name, and the messages with the words of the filter. */
export function ChatList({ openUsername }: { openUsername: string | null }) {
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
          Messages
        </h1>
        <SearchInput
          ref={field}
          label="Search messages"
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
            title="Failed to load chats. Please try again later."
            onRetry={() => void loadChats()}
          />
        ) : (
          <Loading label="Loading chats">
            <RowSkeletons count={CHAT_PLACEHOLDERS} />
          </Loading>
        )}
      </div>
    </section>
  );
}

function Rows({
  chats,
  next,
  hasMoreArchived,
  query,
  openUsername,
  showsArchive,
}: {
  chats: readonly ChatListItem[];
  /** The cursor of the next page of the listed chats; null when all are loaded. */
  next: string | null;
  hasMoreArchived: boolean;
  query: string;
  openUsername: string | null;
  /** Whether the archived chats are listed, in place of the others. */
  showsArchive: boolean;
}) {
  const isSearching = useNamedChats(query);
  if (chats.length === 0) {
    return (
      <EmptyState
        icon={<MessagesSquare aria-hidden />}
        title="No Conversations"
        text="Connect with people to start messaging"
        action={<ButtonLink to="/search">Find people</ButtonLink>}
      />
    );
  }
  const archived = chats.filter(isArchived);
  // A search finds archived chats, too.
  const listed = query ? chats : chats.filter((chat) => archived.includes(chat) === showsArchive);
  const found = listed.filter((chat) => nameContains(chat, query));
  const searchesMessages = query.length >= SEARCH_MIN;
  return (
    <>
      {found.length === 0 && !searchesMessages && !isSearching && (
        <p className="px-6 py-10 text-center text-muted">No messages found</p>
      )}
      {chats.every(({ lastMessage }) => !lastMessage) && (
        <p className="px-4 pt-4 text-muted text-sm">No conversations yet</p>
      )}
      {!query && (showsArchive || archived.length > 0) && (
        <ArchiveLink archived={archived} hasMore={hasMoreArchived} showsArchive={showsArchive} />
      )}
      {!query && showsArchive && archived.length === 0 && next === null && (
        <p className="px-6 py-10 text-center text-muted">No archived chats</p>
      )}
      <ul className="p-2">
        {found.map((chat) => (
          <li key={chat.userId} className="group relative pointer-coarse:flex items-center">
            <Row chat={chat} isOpen={chat.username === openUsername} showsArchive={showsArchive} />
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

/** The link to the archived chats, or back to the others. */
function ArchiveLink({
  archived,
  hasMore,
  showsArchive,
}: {
  archived: ChatListItem[];
  hasMore: boolean;
  showsArchive: boolean;
}) {
  const unreadFrom = useUnreadFrom();
  const hasUnread = archived.some((chat) => unreadFrom(chat) > 0);
  return (
    <Link
      to={showsArchive ? "/chat" : "/chat?archived"}
      preventScrollReset
      className="mx-2 mt-2 flex min-h-11 items-center gap-3 rounded-control px-2.5 font-semibold text-sm hover:bg-wash"
    >
      <span>
        {showsArchive ? "Back to chats" : `Archived chats (${archived.length}${hasMore ? "+" : ""})`}
      </span>
      {!showsArchive && hasUnread && <span className="font-normal text-muted">Unread</span>}
    </Link>
  );
}

function Row({ chat, isOpen, showsArchive }: { chat: ChatListItem; isOpen: boolean; showsArchive: boolean }) {
  const { username, fullName, lastMessage } = chat;
  const unreadCount = useUnreadFrom()(chat);
  const muted = isMuted(chat);
  return (
    <Link
      to={`/chat?${showsArchive ? "archived&" : ""}user=${encodeURIComponent(username)}`}
      preventScrollReset
      aria-current={isOpen || undefined}
      className={classNames(
        "flex min-w-0 flex-1 items-center gap-3 rounded-control p-2.5 hover:bg-wash",
        isOpen && "bg-wash",
      )}
    >
      <ChatAvatar chat={chat} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span dir="auto" translate="no" className="truncate font-semibold">
            {fullName || username}
          </span>
          {muted && (
            <span className="shrink-0 self-center text-muted">
              <BellOff aria-hidden className="size-3.5" />
              <span className="sr-only">Muted</span>
            </span>
          )}
          {lastMessage && (
            <TimeAgo iso={lastMessage.createdAt} className="ms-auto shrink-0 text-muted text-xs" />
          )}
        </span>
        <span className="flex items-center gap-2">
          <span
            dir="auto"
            className={classNames("truncate text-sm", unreadCount > 0 ? "font-semibold" : "text-muted")}
          >
            {lastMessage ? lastMessage.content : "Start a conversation!"}
          </span>
          {unreadCount > 0 && (
            <span
              className={classNames(
                "figures ms-auto min-w-5 shrink-0 rounded-full px-1.5 text-center font-semibold text-xs leading-5",
                muted ? "bg-wash text-muted" : "bg-ink text-paper",
              )}
            >
              <span>{unreadCount}</span>
              <span className="sr-only"> unread</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

function ChatAvatar({ chat: { userId, username, fullName, profileImage } }: { chat: ChatListItem }) {
  const online = useOnline(userId);
  return (
    <span className="relative flex">
      <Avatar name={fullName || username} image={profileImage} size="lg" />
      {online && (
        <span className="absolute end-0 bottom-0 size-3.5 rounded-full border-2 border-surface bg-success">
          <span className="sr-only">Online</span>
        </span>
      )}
    </span>
  );
}
