import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useStore } from "@nanostores/react";
import { type ComponentProps, type MouseEventHandler, useEffect, useMemo, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { ChatListItem } from "~/contract/chat";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { Loading, RowSkeletons } from "~/ui/skeleton";
import { ErrorState } from "~/ui/states";
import { loadConversation, loadOlder, useConversation } from "./conversations";
import { Messages } from "./messages";
import type { Conversation } from "./reduce-conversation";
import { useTyping } from "./typing";
import { useJump } from "./use-jump";
import { useReadMarks } from "./use-read-marks";
import { useScrollPosition } from "./use-scroll-position";
import { $waitingMessages } from "./waiting-store";

interface Props {
  chat: ChatListItem;
  viewerId: string;
  /** Retry or Discard of a refused message was pressed. */
  onDecided: () => void;
}

/** The messages of one conversation, oldest first; those in the outbox come last. */
export function MessageList({ chat, viewerId, onDecided }: Props) {
  const { t } = useLingui();
  const { username } = chat;
  const conversation = useConversation(chat.userId);
  const { phase, messages } = conversation;
  const isReady = phase === "ready";
  const waiting = useWaiting(chat.userId);
  const setTarget = useJump(chat.userId, conversation);
  useLinkedMessage(isReady, setTarget);
  const isMuted = useIsLogMuted(isReady ? (messages[0]?.id ?? "") : null);
  const firstUnread = useFirstUnread(chat, conversation);
  const { ref, unread, onScroll, isAtEnd, toEnd } = useScrollPosition({
    first: messages[0]?.id ?? "",
    waiting: waiting.length,
    onTop: () => void loadOlder(chat.userId).catch(() => undefined),
  });
  const unseen = useReadMarks(chat.userId, messages, isReady, isAtEnd);

  if (phase === "failed")
    return (
      <ErrorState
        title={t`Failed to load chats. Please try again later.`}
        onRetry={() => void loadConversation(chat.userId)}
        className="flex-1"
      />
    );
  return (
    <>
      <div
        ref={ref}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        role="log"
        aria-live={isMuted ? "off" : undefined}
        aria-label={t`Messages with ${username}`}
        // `column-reverse` starts at the end and keeps the scroll position when older messages are inserted above.
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain [overflow-anchor:none]"
      >
        <div className="flex grow flex-col px-4 pt-3 pb-7">
          <Content
            {...{ chat, conversation, waiting, viewerId, firstUnread, unread, onDecided }}
            onJump={setTarget}
          />
        </div>
      </div>
      {unseen > 0 && (
        <UnseenButton
          unseen={unseen}
          onClick={({ currentTarget }) => {
            // The button goes.
            if (currentTarget === document.activeElement) ref.current?.focus();
            toEnd();
          }}
        />
      )}
      <TypingLine {...chat} />
    </>
  );
}

function Content(props: ComponentProps<typeof Messages>) {
  const { t } = useLingui();
  const { chat, conversation, waiting } = props;
  if (conversation.phase === "loading")
    return (
      <Loading label={t`Loading messages`}>
        <RowSkeletons count={3} />
      </Loading>
    );
  if (conversation.messages.length > 0 || waiting.length > 0) return <Messages {...props} />;
  const { username } = chat;
  return (
    <p className="my-auto py-16 text-center text-muted">
      <Trans>
        Start a conversation with <bdi translate="no">{username}</bdi>
      </Trans>
    </p>
  );
}

/** Leads to messages below that were not in view yet. */
function UnseenButton({ unseen, onClick }: { unseen: number; onClick: MouseEventHandler<HTMLElement> }) {
  const { t } = useLingui();
  return (
    <div className="relative z-10 flex h-0 items-end justify-center">
      <Button size="small" onClick={onClick} variant="quiet" className="mb-7 bg-surface! shadow-soft">
        {t({ message: plural(unseen, { one: "# new message", other: "# new messages" }) })}
      </Button>
    </div>
  );
}

/** Over the padding at the end of the list, so that scrolled messages reach the message box. */
function TypingLine({ userId, username }: ChatListItem) {
  const isTyping = useTyping(userId);
  return (
    <p
      role="status"
      className={classNames(
        "pointer-events-none relative -mt-6 h-6 px-4 text-muted text-sm",
        isTyping && "bg-surface",
      )}
    >
      {isTyping && (
        <span>
          <Trans>
            <bdi translate="no">{username}</bdi> is typing…
          </Trans>
        </span>
      )}
    </p>
  );
}

/** Returns the messages to a member that are in the outbox. */
function useWaiting(userId: string) {
  const all = useStore($waitingMessages, { ssr: "initial" });
  return useMemo(() => all.filter(({ receiverId }) => receiverId === userId), [all, userId]);
}

/** Jumps to the message in the address, as a hit of a search has it: again for each press of such a link. */
function useLinkedMessage(isReady: boolean, jump: (id: string) => void): void {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const id = params.get("message") ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another press.
  useEffect(() => {
    if (isReady && /^\d{1,15}$/.test(id)) jump(id);
  }, [isReady, id, key, jump]);
}

/**
 * Returns the id of the first message that was unread when the conversation was opened. It stays the same until
 * unmount.
 */
function useFirstUnread(
  { userId, unreadCount }: ChatListItem,
  { phase, messages, older }: Conversation,
): string | null {
  const [opening, setOpening] = useState<{ last: string; count: number } | null>(null);
  if (!opening && phase === "ready") {
    const theirs = messages.filter(({ senderId }) => senderId === userId);
    const unread = theirs.filter(({ isRead }) => !isRead).length;
    // When all loaded messages are unread, the chat list has the number of the others.
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

/** Longer than a screen reader takes to read a change of the document. */
const SCREEN_READER_MS = 300;

/**
 * Returns whether the log is muted for screen readers, which would announce older messages inserted above.
 * @param oldest id of the oldest message; "" when there are none, null before they are loaded
 */
function useIsLogMuted(oldest: string | null): boolean {
  const [announced, setAnnounced] = useState(oldest);
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(oldest), SCREEN_READER_MS);
    return () => clearTimeout(timer);
  }, [oldest]);
  // The first message of a conversation is announced.
  return announced !== oldest && announced !== "";
}
