import { Fragment, type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { ChatListItem, MessageView } from "~/contract/chat";
import { sendJson } from "~/features/api/json";
import { link } from "~/realtime/link";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Loading, RowSkeletons } from "~/ui/skeleton";
import { ErrorState } from "~/ui/states";
import { showToast } from "~/ui/toast-store";
import { StoredMessage, WaitingMessage } from "./bubble";
import { type Conversation, loadConversation, loadOlder, useChat } from "./chat-store";
import { dayName, dayOf, timeOfDay } from "./days";
import { outbox } from "./live-outbox";
import type { OutboxItem } from "./outbox";
import { useScroll } from "./use-scroll";

const none: readonly OutboxItem[] = [];

interface Props {
  chat: ChatListItem;
  viewerId: string;
  /** About a message that was refused; what was pressed for it is gone. */
  onDecided: () => void;
}

/** The messages of one conversation, oldest first, with what is still on its way at the end. */
export function MessageList({ chat, viewerId, onDecided }: Props) {
  const { conversations, typing } = useChat();
  const waiting = useSyncExternalStore(outbox.subscribe, outbox.items, () => none).filter(
    ({ receiverId }) => receiverId === chat.userId,
  );
  const conversation = conversations.get(chat.userId);
  const messages = conversation?.messages ?? [];
  const isTyping = typing.has(chat.userId);
  const isSilent = useSilence(conversation?.phase === "ready" ? (messages[0]?.id ?? "") : null);
  const firstUnread = useFirstUnread(chat, conversation);
  useReadMarks(chat.userId, messages);
  const scroll = useScroll({
    first: messages[0]?.id ?? "",
    waiting: waiting.length,
    onTop: () => void loadOlder(chat.userId).catch(() => undefined),
  });

  if (conversation?.phase === "failed") {
    return (
      <ErrorState
        title="Failed to load chats. Please try again later."
        onRetry={() => void loadConversation(chat.userId)}
        className="flex-1"
      />
    );
  }
  return (
    <>
      <div
        ref={scroll.ref}
        onScroll={scroll.note}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        role="log"
        aria-live={isSilent ? "off" : undefined}
        aria-label={`Messages with ${chat.username}`}
        // Turned over, it starts at its end and keeps its place when older messages come in above, without a script.
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain [overflow-anchor:none]"
      >
        <div className="flex grow flex-col px-4 pt-3 pb-1">
          {!conversation || conversation.phase === "loading" ? (
            <Loading label="Loading messages">
              <RowSkeletons count={3} />
            </Loading>
          ) : messages.length === 0 && waiting.length === 0 ? (
            <p className="my-auto py-16 text-center text-muted">Start a conversation with {chat.username}</p>
          ) : (
            <Messages messages={messages} viewerId={viewerId} firstUnread={firstUnread}>
              {waiting.map((item) => (
                <WaitingMessage key={item.clientId} item={item} onDecided={onDecided} />
              ))}
            </Messages>
          )}
        </div>
      </div>
      <p role="status" className="min-h-6 px-4 text-muted text-sm">
        {isTyping && `${chat.username} is typing…`}
      </p>
    </>
  );
}

/** The stored messages, by days and by runs of one writer; after them what is passed in. */
function Messages({
  messages,
  viewerId,
  firstUnread,
  children,
}: {
  messages: readonly MessageView[];
  viewerId: string;
  firstUnread: string | null;
  children: ReactNode;
}) {
  const zone = useZone();
  const [asking, setAsking] = useState<string | null>(null);
  const lastOwn = messages.findLast(({ senderId }) => senderId === viewerId)?.id;
  const days = messages.map(({ createdAt }) => dayOf(createdAt, zone));
  const continues = (at: number) =>
    at > 0 && days[at] === days[at - 1] && messages[at]?.senderId === messages[at - 1]?.senderId;
  async function takeBack(id: string) {
    setAsking(null);
    await sendJson("DELETE", `/api/chat/message/${id}`).catch(() =>
      showToast({ kind: "danger", title: "Error", text: "Failed to delete message" }),
    );
  }
  return (
    <>
      <ol className="mt-auto grid gap-1">
        {messages.map((message, at) => (
          <Fragment key={message.id}>
            {days[at] !== days[at - 1] && (
              <li className="py-3 text-center text-muted text-xs" suppressHydrationWarning>
                {dayName(message.createdAt, Date.now(), zone)}
              </li>
            )}
            {message.id === firstUnread && <NewMessages />}
            {days[at] === days[at - 1] && !continues(at) && <li aria-hidden className="h-2" />}
            <StoredMessage
              message={message}
              isOwn={message.senderId === viewerId}
              time={continues(at + 1) ? null : timeOfDay(message.createdAt, zone)}
              showState={message.id === lastOwn}
              onTakeBack={setAsking}
            />
          </Fragment>
        ))}
        {children}
      </ol>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title="Delete this message?"
        text="It disappears for both of you."
        confirmLabel="Delete"
        onConfirm={() => asking && void takeBack(asking)}
      />
    </>
  );
}

/** Where the unread messages began; `useScroll` finds it by its attribute. */
function NewMessages() {
  return (
    <li data-first-unread className="flex items-center gap-3 py-2 font-semibold text-ember-strong text-xs">
      <span aria-hidden className="h-px flex-1 bg-current" />
      New messages
      <span aria-hidden className="h-px flex-1 bg-current" />
    </li>
  );
}

/** The reader's zone is the browser's, which the server does not know: a document is written in UTC. */
function useZone(): "UTC" | undefined {
  return useSyncExternalStore(
    () => () => {},
    () => undefined,
    () => "UTC",
  );
}

/** The first of the messages that were unread when the conversation was opened; it stays the one until it is left. */
function useFirstUnread(
  { userId, unreadCount }: ChatListItem,
  conversation: Conversation | undefined,
): string | null {
  const [opening, setOpening] = useState<{ last: string; count: number } | null>(null);
  const { phase, messages, older } = conversation ?? { phase: "loading", messages: [], older: null };
  if (!opening && phase === "ready") {
    const theirs = messages.filter(({ senderId }) => senderId === userId);
    const unread = theirs.filter(({ isRead }) => !isRead).length;
    // Where all that is loaded is unread, the list of chats knows how many there are beyond.
    const count = older && unread === theirs.length ? Math.max(unread, unreadCount) : unread;
    setOpening({ last: messages.at(-1)?.id ?? "0", count });
  }
  return useMemo(() => {
    if (!opening || opening.count === 0) return null;
    const theirs = messages.filter(
      ({ senderId, id }) => senderId === userId && Number(id) <= Number(opening.last),
    );
    return theirs.at(-opening.count)?.id ?? null;
  }, [opening, messages, userId]);
}

/** Longer than a screen reader takes to hear of a change, in milliseconds. */
const SILENCE_MS = 300;

/**
 * Whether the log keeps silent: when older messages have come in above, which nobody wants read out.
 * @param oldest "" while there are none, null before that is known
 */
function useSilence(oldest: string | null): boolean {
  const [heard, setHeard] = useState(oldest);
  useEffect(() => {
    const timer = setTimeout(() => setHeard(oldest), SILENCE_MS);
    return () => clearTimeout(timer);
  }, [oldest]);
  // The first message ever is news.
  return heard !== oldest && heard !== "";
}

/** What is on the screen of somebody who looks is read. */
function useReadMarks(userId: string, messages: readonly MessageView[]): void {
  const last = messages.findLast(({ senderId, isRead }) => senderId === userId && !isRead)?.id;
  useEffect(() => {
    if (!last) return;
    const mark = () => {
      if (document.visibilityState !== "visible") return;
      if (link.send({ type: "read", payload: { senderId: userId, upTo: last } })) return;
      sendJson("POST", `/api/chat/messages/${userId}/read`, { upTo: last }).catch(() => undefined);
    };
    // On every opening: what was sent into a connection that was dying has told nobody.
    const stop = link.onOpen(mark);
    if (link.state !== "open") mark();
    document.addEventListener("visibilitychange", mark);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", mark);
    };
  }, [userId, last]);
}
