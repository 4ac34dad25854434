import { FileText } from "lucide-react";
import { type MouseEvent, type MouseEventHandler, memo, type ReactNode } from "react";
import type { ChatListItem, MessageView } from "~/contract/chat";
import { ATTACHMENT_ONLY_TEXT } from "~/contract/limits";
import { LinkedText } from "~/features/text/linked-text";
import { classNames } from "~/ui/class-names";
import { viewOnPress } from "~/ui/viewer";
import { $conversations } from "./conversations";
import { isEmojiOnly } from "./emoji-only";
import { mayLinkPost } from "./linked-post";
import { MessageRow } from "./message-row";
import type { OutboxItem } from "./outbox";
import { PostLink } from "./post-link";
import { Quote, quotedText } from "./quote";
import { Reactions } from "./reactions";
import { rowIdOf } from "./use-jump";
import { useObjectUrl } from "./use-object-url";
import { decideOnMessage } from "./waiting-messages";

/** The largest size of an image in a bubble, in CSS pixels. */
const IMAGE_MAX_WIDTH = 360;
const IMAGE_MAX_HEIGHT = 320;

interface BubbleProps {
  isOwn: boolean;
  content: string;
  attachment?: MessageView["attachment"];
  /** The attachment of a message that is not stored yet. */
  file?: { name: string; size: number };
  /** The same for a picture, which shows instead. */
  picture?: OutboxItem["attachment"];
  /** Whether it is a tile of an album: its picture is a square. */
  isTile: boolean;
  /** The message that it answers. */
  quote?: ReactNode;
  /** Under the text. */
  children?: ReactNode;
  isForwarded?: boolean;
  /** Called when a picture is pressed. */
  onView?: MouseEventHandler<HTMLElement>;
}

function Bubble({
  isOwn,
  content,
  attachment,
  file,
  picture,
  isTile,
  quote,
  children,
  isForwarded,
  onView,
}: BubbleProps) {
  const text = textOf(content, attachment ?? file);
  const isEmoji = !quote && !isForwarded && isEmojiOnly(text);
  return (
    <div
      className={classNames(
        "wrap-anywhere overflow-hidden whitespace-pre-wrap rounded-card",
        isTile ? "w-full text-sm" : "max-w-[78%]",
        isEmoji ? "text-4xl" : isOwn ? "bg-ink text-paper" : "bg-wash text-ink",
      )}
    >
      {isForwarded && <p className="px-3.5 pt-1.5 text-sm italic opacity-80">Forwarded</p>}
      {quote}
      {attachment && isImage(attachment.type) && (
        <a href={attachment.url} onClick={onView}>
          <img
            src={`${attachment.url}?size=feed`}
            alt={attachment.name}
            {...renderedSize(attachment)}
            loading="lazy"
            className={pictureLook(isTile)}
          />
        </a>
      )}
      {attachment && !isImage(attachment.type) && (
        <a href={attachment.url} download={attachment.name} className="flex items-center gap-3 px-3.5 py-2.5">
          <FileText aria-hidden className="size-6 shrink-0" />
          <FileLabel name={attachment.name} size={attachment.size} />
        </a>
      )}
      {picture ? (
        <WaitingPicture file={picture} isTile={isTile} />
      ) : (
        file && (
          <div className="px-3.5 py-2.5">
            <FileLabel {...file} />
          </div>
        )
      )}
      {text && (
        <p dir="auto" className={isEmoji ? "py-1" : "px-3.5 py-2"}>
          <LinkedText text={text} linkClass="underline" />
        </p>
      )}
      {children}
    </div>
  );
}

/** A picture that is not stored yet. */
function WaitingPicture({ file, isTile }: { file: NonNullable<OutboxItem["attachment"]>; isTile: boolean }) {
  const url = useObjectUrl(file.data);
  return (
    <img
      src={url ?? undefined}
      alt={file.name}
      {...renderedSize(file)}
      className={classNames(pictureLook(isTile), "opacity-60")}
    />
  );
}

const pictureLook = (isTile: boolean): string =>
  isTile ? "aspect-square w-full object-cover" : "h-auto max-w-full";

/** Returns whether the type of a file is that of an image. */
export const isImage = (type: string | undefined): boolean => type?.startsWith("image/") ?? false;

/** Opens the viewer at a message's picture, with the other loaded pictures of the conversation. */
function viewPictures(event: MouseEvent<HTMLElement>, { id }: MessageView, userId: string): void {
  const messages = $conversations.get()[userId]?.messages ?? [];
  const pictures = messages.flatMap(({ id, content, attachment }) =>
    attachment && isImage(attachment.type)
      ? [
          {
            ...attachment,
            id,
            mediaUrl: attachment.url,
            altText: textOf(content, attachment),
            caption: attachment.name,
          },
        ]
      : [],
  );
  viewOnPress(
    pictures,
    pictures.findIndex((picture) => picture.id === id),
  )(event);
}

/** Returns the text of a message; empty for an attachment alone. */
export function textOf(content: string, attachment: object | undefined): string {
  return attachment && content === ATTACHMENT_ONLY_TEXT ? "" : content;
}

function FileLabel({ name, size }: { name: string; size: number }) {
  const sizeText =
    size < 1024 * 1024 ? `${Math.ceil(size / 1024)} KB` : `${(size / 1024 / 1024).toFixed(1)} MB`;
  return (
    <span className="min-w-0">
      <span className="block font-semibold">Attachment</span>
      <span className="wrap-anywhere block text-sm">
        <bdi>{name}</bdi> · {sizeText}
      </span>
    </span>
  );
}

/** Returns the size that an image is rendered at. It is set before the image loads, so that loading shifts nothing. */
function renderedSize({ width, height }: { width?: number; height?: number }) {
  if (!width || !height) return {};
  const scale = Math.min(1, IMAGE_MAX_WIDTH / width, IMAGE_MAX_HEIGHT / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/**
 * A stored message. Its time shows at the end of a run of one sender, and "Sent" or "Read" under an own message with `showState`.
 */
export const StoredMessage = memo(function StoredMessage({
  message,
  viewerId,
  other,
  time,
  showState,
  isChanging,
  quoted,
  tile,
  onCompose,
  onJump,
}: {
  message: MessageView;
  viewerId: string;
  /** The other member. */
  other: Pick<ChatListItem, "userId" | "username">;
  time: string | null;
  showState: boolean;
  /** The server has not acknowledged its text. */
  isChanging: boolean;
  /** The `quotedText` of a reply. */
  quoted: string | null;
  /** Its `grid-column` as a tile of an album. */
  tile: string | null;
  /** Reply or Edit was chosen; the caller moves the focus. */
  onCompose: () => void;
  /** Shows the message with an id. */
  onJump: (id: string) => void;
}) {
  const isOwn = message.senderId === viewerId;
  const state = isChanging ? "Sending" : isOwn && showState ? (message.isRead ? "Read" : "Sent") : null;
  const { replyTo, editedAt } = message;
  return (
    <li
      id={rowIdOf(message.id)}
      tabIndex={-1}
      style={tileStyle(tile)}
      className={classNames(
        "group flex flex-col rounded-card focus:outline-2 focus:outline-focus",
        isOwn ? "items-end" : "items-start",
      )}
    >
      <MessageRow
        isOwn={isOwn}
        isTile={tile !== null}
        menu={{ message, viewerId, other, text: textOf(message.content, message.attachment), onCompose }}
      >
        <Bubble
          isOwn={isOwn}
          content={message.content}
          attachment={message.attachment}
          isForwarded={message.isForwarded}
          isTile={tile !== null}
          quote={
            replyTo && (
              <Quote
                replyTo={replyTo}
                text={quoted}
                viewerId={viewerId}
                username={other.username}
                isOwn={isOwn}
                onJump={onJump}
              />
            )
          }
          onView={(event) => viewPictures(event, message, isOwn ? message.receiverId : message.senderId)}
        >
          {mayLinkPost(message.content) && <PostLink text={message.content} viewerId={viewerId} />}
        </Bubble>
      </MessageRow>
      <Reactions message={message} viewerId={viewerId} username={other.username} />
      {(time || state || editedAt) && (
        <span className="flex flex-wrap gap-x-1.5 pt-0.5 text-muted text-xs">
          {editedAt && <span>Edited</span>}
          {time && (
            <time dateTime={message.createdAt} suppressHydrationWarning>
              {time}
            </time>
          )}
          {state && <span>{state}</span>}
        </span>
      )}
    </li>
  );
});

function tileStyle(tile: string | null) {
  return tile === null ? undefined : { gridColumn: tile, paddingInline: 2 };
}

/**
 * A message in the outbox: being sent, or refused.
 * @param onDecided Retry or Discard was pressed; the caller moves the focus, because the button is unmounted
 */
export function WaitingMessage({
  item,
  username,
  tile,
  onDecided,
}: {
  item: OutboxItem;
  /** Its `grid-column` as a tile of an album. */
  tile: string | null;
  /** The other member's username. */
  username: string;
  onDecided: () => void;
}) {
  const { clientId, content, attachment, refused, isUnstored, replyTo, forward, memberId } = item;
  function decide(decision: "retry" | "discard") {
    void decideOnMessage(clientId, decision);
    onDecided();
  }
  return (
    <li style={tileStyle(tile)} className="flex flex-col items-end">
      <Bubble
        isOwn
        content={content}
        file={attachment ? { name: attachment.name, size: attachment.data.size } : forward?.file}
        picture={attachment && isImage(attachment.type) ? attachment : undefined}
        isForwarded={forward !== undefined}
        isTile={tile !== null}
        quote={
          replyTo && (
            <Quote
              replyTo={replyTo}
              text={quotedText(replyTo)}
              viewerId={memberId}
              username={username}
              isOwn
            />
          )
        }
      />
      {refused === undefined ? (
        <span className="pt-0.5 text-muted text-xs">
          {isUnstored ? "Sending. Keep this page open." : "Sending"}
        </span>
      ) : (
        <span className="flex items-center gap-2 text-danger text-sm" role="alert">
          Failed: {refused}
          <button type="button" className="min-h-11 font-semibold underline" onClick={() => decide("retry")}>
            Retry
          </button>
          <button type="button" className="min-h-11 underline" onClick={() => decide("discard")}>
            Discard
          </button>
        </span>
      )}
    </li>
  );
}
