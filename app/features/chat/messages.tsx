import { useLingui } from "@lingui/react";
import { Trans } from "@lingui/react/macro";
import { useStore } from "@nanostores/react";
import { Fragment, memo, type RefObject, useMemo } from "react";
import type { ChatListItem, MessageView } from "~/contract/chat";
import { useHydrated } from "~/ui/use-hydrated";
import { type AlbumEntry, albumTiles } from "./albums";
import { isImage, textOf } from "./bubble";
import { dayName, dayOf, timeOfDay } from "./days";
import { $pendingChanges, withChanges } from "./pending-changes";
import { type Conversation, quotedText } from "./reduce-conversation";
import { StoredMessage } from "./stored-message";
import { WaitingMessage } from "./waiting-message";
import type { OutboxItem } from "./waiting-store";

interface Props {
  chat: ChatListItem;
  conversation: Conversation;
  /** The messages in the outbox. */
  waiting: readonly OutboxItem[];
  viewerId: string;
  firstUnread: string | null;
  /** Set to the line above that message. */
  unread: RefObject<HTMLLIElement | null>;
  onJump: (id: string) => void;
  /** Reply, Edit, Retry or Discard was chosen; the caller moves the focus. */
  onDecided: () => void;
}

/** The stored messages, grouped by day, by runs of one sender and by albums; those in the outbox follow them. */
export const Messages = memo(function Messages(props: Props) {
  const { chat, conversation, viewerId, firstUnread, unread, waiting, onJump, onDecided } = props;
  const zone = useZone();
  const { i18n } = useLingui();
  const { userId, username } = chat;
  const { messages } = conversation;
  const quotedBy = ({ replyTo }: Pick<MessageView, "replyTo">) =>
    replyTo ? quotedText(conversation, replyTo) : null;
  // Stable, because the rows are memoized.
  const other = useMemo(() => ({ userId, username }), [userId, username]);
  const changes = useStore($pendingChanges, { ssr: "initial" });
  const lastRead = messages.findLast(({ senderId, isRead }) => senderId === viewerId && isRead)?.id;
  const { isNewDay, isNewRun, isLastOfRun, tiles } = groupsOf(props, zone);
  return (
    <ol className="mt-auto grid grid-cols-24 gap-y-1 *:col-span-full">
      {messages.map((message, index) => (
        <Fragment key={message.id}>
          {isNewDay(index) && (
            <li className="py-3 text-center text-muted text-xs" suppressHydrationWarning>
              {/* oxlint-disable-next-line react/purity -- "Today" is the day of the rendering. */}
              {dayName(i18n, message.createdAt, Date.now(), zone)}
            </li>
          )}
          {message.id === firstUnread && <NewMessages ref={unread} />}
          {!isNewDay(index) && isNewRun(index) && <li aria-hidden className="h-2" />}
          <StoredMessage
            message={withChanges(message, changes, viewerId)}
            viewerId={viewerId}
            other={other}
            time={isLastOfRun(index) ? timeOfDay(i18n, message.createdAt, zone) : null}
            // The messages before the last read one have been read too.
            showState={isLastOfRun(index) && Number(message.id) >= Number(lastRead ?? 0)}
            isChanging={changes.some(({ kind, messageId }) => kind === "text" && messageId === message.id)}
            quoted={quotedBy(message)}
            tile={tiles[index] ?? null}
            onCompose={onDecided}
            onJump={onJump}
          />
        </Fragment>
      ))}
      {waiting.map((item, index) => (
        <WaitingMessage
          key={item.clientId}
          item={item}
          username={username}
          quoted={quotedBy(item)}
          tile={tiles[messages.length + index] ?? null}
          isLastOfRun={waiting[index + 1]?.refused !== undefined || index === waiting.length - 1}
          onDecided={onDecided}
        />
      ))}
    </ol>
  );
});

/** Returns where days and runs of one sender begin and end, by the index of a message, and the tiles of albums. */
function groupsOf(
  { conversation: { messages }, waiting, viewerId, firstUnread }: Props,
  zone: "UTC" | undefined,
) {
  const days = messages.map(({ createdAt }) => dayOf(createdAt, zone));
  const isNewDay = (index: number) => days[index] !== days[index - 1];
  const isNewRun = (index: number) =>
    isNewDay(index) || messages[index]?.senderId !== messages[index - 1]?.senderId;
  const isLastOfRun = (index: number) =>
    index < messages.length - 1
      ? isNewRun(index + 1)
      : messages[index]?.senderId !== viewerId || waiting[0]?.refused !== undefined || waiting.length === 0;
  const entries = messages.map((message, index) =>
    albumEntryOf(message, isNewDay(index) || message.id === firstUnread),
  );
  const tiles = albumTiles([...entries, ...waiting.map(waitingEntryOf)], viewerId);
  return { isNewDay, isNewRun, isLastOfRun, tiles };
}

/** @param isFirst whether it begins a day or the unread messages */
function albumEntryOf(
  { senderId, createdAt, content, attachment, replyTo }: MessageView,
  isFirst: boolean,
): AlbumEntry {
  const isPicture = isImage(attachment?.type) && !replyTo;
  return { senderId, createdAt, isPicture, hasCaption: textOf(content, attachment) !== "", isFirst };
}

/** A refused message is not in an album: its reason and its buttons need room. */
function waitingEntryOf({
  memberId,
  createdAt,
  content,
  attachment,
  replyTo,
  refused,
}: OutboxItem): AlbumEntry {
  const isPicture = isImage(attachment?.type) && !replyTo && refused === undefined;
  const hasCaption = textOf(content, attachment) !== "";
  return { senderId: memberId, createdAt, isPicture, hasCaption, isFirst: false };
}

/** The line above the first unread message. */
function NewMessages({ ref }: { ref: RefObject<HTMLLIElement | null> }) {
  return (
    <li ref={ref} className="flex items-center gap-3 py-2 font-semibold text-ember-strong text-xs">
      <span aria-hidden className="h-px flex-1 bg-current" />
      <Trans>New messages</Trans>
      <span aria-hidden className="h-px flex-1 bg-current" />
    </li>
  );
}

/**
 * Returns undefined for the browser's time zone, and "UTC" while rendering on the server, which does not know the zone.
 */
function useZone(): "UTC" | undefined {
  return useHydrated() ? undefined : "UTC";
}
