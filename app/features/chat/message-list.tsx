import { Fragment, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import type { ChatListItem, MessageView } from "~/contract/chat";
import { sendJson } from "~/features/api/json";
import { link } from "~/realtime/link";
import { Loading, RowSkeletons } from "~/ui/skeleton";
import { ErrorState } from "~/ui/states";
import { StoredMessage, WaitingMessage } from "./bubble";
import { loadConversation, loadOlder, useChat } from "./chat-store";
import { outbox } from "./live-outbox";
import type { OutboxItem } from "./outbox";

const NEAR_PX = 80;
const none: readonly OutboxItem[] = [];
const dayFormat = new Intl.DateTimeFormat("en-US", { weekday: "long", month: "long", day: "numeric" });

/** The messages of one conversation, oldest first, with what is still on its way at the end. */
export function MessageList({ chat, viewerId }: { chat: ChatListItem; viewerId: string }) {
  const { conversations, typing } = useChat();
  const waiting = useSyncExternalStore(outbox.subscribe, outbox.items, () => none).filter(
    ({ receiverId }) => receiverId === chat.userId,
  );
  const conversation = conversations.get(chat.userId);
  const messages = conversation?.messages ?? [];
  const isTyping = typing.has(chat.userId);
  useReadMarks(chat.userId, messages);
  const scroll = useScroll(messages, waiting.length, isTyping);

  if (conversation?.phase === "failed") {
    return (
      <ErrorState
        title="Failed to load chats. Please try again later."
        onRetry={() => void loadConversation(chat.userId)}
        className="flex-1"
      />
    );
  }
  const lastOwn = messages.findLast(({ senderId }) => senderId === viewerId)?.id;
  return (
    <div
      ref={scroll.ref}
      onScroll={(event) => {
        scroll.note(event.currentTarget);
        if (event.currentTarget.scrollTop < NEAR_PX) void loadOlder(chat.userId).catch(() => undefined);
      }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      role="log"
      aria-label={`Messages with ${chat.username}`}
      className="min-h-0 flex-1 overflow-y-auto px-4 py-3 [overflow-anchor:none]"
    >
      {!conversation || conversation.phase === "loading" ? (
        <Loading label="Loading messages">
          <RowSkeletons count={3} />
        </Loading>
      ) : messages.length === 0 && waiting.length === 0 ? (
        <p className="py-16 text-center text-muted">Start a conversation with {chat.username}</p>
      ) : (
        <ol className="grid gap-1">
          {messages.map((message, at) => (
            <Fragment key={message.id}>
              <Separator message={message} before={messages[at - 1]} />
              <StoredMessage
                message={message}
                isOwn={message.senderId === viewerId}
                showState={message.id === lastOwn}
              />
            </Fragment>
          ))}
          {waiting.map((item) => (
            <WaitingMessage key={item.clientId} item={item} />
          ))}
        </ol>
      )}
      <p role="status" className="min-h-6 pt-1 text-muted text-sm">
        {isTyping && `${chat.username} is typing…`}
      </p>
    </div>
  );
}

/** A day's name before its first message; a little room where the writer changes. */
function Separator({ message, before }: { message: MessageView; before: MessageView | undefined }) {
  const day = dayFormat.format(new Date(message.createdAt));
  if (!before || dayFormat.format(new Date(before.createdAt)) !== day) {
    return <li className="py-3 text-center text-muted text-xs">{day}</li>;
  }
  return before.senderId === message.senderId ? null : <li aria-hidden className="h-2" />;
}

/** What is on the screen of somebody who looks is read. */
function useReadMarks(userId: string, messages: readonly MessageView[]): void {
  const last = messages.findLast(({ senderId, isRead }) => senderId === userId && !isRead)?.id;
  useEffect(() => {
    if (!last) return;
    const mark = () => {
      if (document.visibilityState !== "visible") return;
      if (link.send({ type: "read", payload: { senderId: userId, upTo: last } })) return;
      sendJson("POST", `/api/chat/messages/${userId}/read`).catch(() => undefined);
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [userId, last]);
}

/** Stays at the end if it is there, and where the reader is when older messages come in above. */
function useScroll(messages: readonly MessageView[], waiting: number, isTyping: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const place = useRef({ atEnd: true, first: "", height: 0, waiting: 0 });
  const first = messages[0]?.id ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes the height is a reason to look.
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const was = place.current;
    const isOwnNew = waiting > was.waiting;
    if (was.first !== "" && first !== was.first && !was.atEnd) box.scrollTop += box.scrollHeight - was.height;
    else if (was.atEnd || isOwnNew) box.scrollTop = box.scrollHeight;
    place.current = { atEnd: was.atEnd || isOwnNew, first, height: box.scrollHeight, waiting };
  }, [messages, first, waiting, isTyping]);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    // Pictures grow when they load.
    const seen = () => {
      if (place.current.atEnd) box.scrollTop = box.scrollHeight;
      place.current.height = box.scrollHeight;
    };
    box.addEventListener("load", seen, true);
    return () => box.removeEventListener("load", seen, true);
  }, []);
  return {
    ref,
    note(box: HTMLElement) {
      place.current.atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
    },
  };
}
