import { Trans, useLingui } from "@lingui/react/macro";
import { type MouseEvent, memo } from "react";
import type { ChatListItem, MessageView } from "~/contract/chat";
import { classNames } from "~/ui/class-names";
import { viewOnPress } from "~/ui/viewer";
import { Bubble, isImage, textOf, tileStyle } from "./bubble";
import { $conversations } from "./conversations";
import { mayLinkPost } from "./linked-post";
import { MessageRow } from "./message-row";
import { PostLink } from "./post-link";
import { Quote } from "./quote";
import { Reactions } from "./reactions";
import { rowIdOf } from "./use-jump";

interface Props {
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
}

/**
 * A stored message. Its time shows at the end of a run of one sender. With `showState`, "Sent" or "Read" shows under
 * the last own message of a run.
 */
export const StoredMessage = memo(function StoredMessage(props: Props) {
  const { message, viewerId, other, quoted, tile, onCompose, onJump } = props;
  const isOwn = message.senderId === viewerId;
  const { replyTo } = message;
  return (
    <li
      id={rowIdOf(message.id)}
      tabIndex={-1}
      style={tileStyle(tile)}
      className={classNames(
        "group flex flex-col rounded-card data-found:focus:outline-2 data-found:focus:outline-focus",
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
      <MessageState {...props} />
    </li>
  );
});

type MessageStateProps = Pick<Props, "message" | "viewerId" | "time" | "showState" | "isChanging">;

/** The line under a message: whether it was edited, its time, and whether it was sent and read. */
function MessageState({ message, viewerId, time, showState, isChanging }: MessageStateProps) {
  const { t } = useLingui();
  const { isRead, senderId, editedAt, createdAt } = message;
  const sentState = isRead
    ? t({ message: "Read", context: "state of a message" })
    : t({ message: "Sent", context: "state of a message" });
  const state = isChanging
    ? t({ message: "Sending", context: "state of a message" })
    : senderId === viewerId && showState
      ? sentState
      : null;
  if (!time && !state && !editedAt) return null;
  return (
    <span className="flex flex-wrap gap-x-1.5 pt-0.5 text-muted text-xs">
      {editedAt && (
        <span>
          <Trans comment="Mark of a message that its sender has changed">Edited</Trans>
        </span>
      )}
      {time && (
        <time dateTime={createdAt} suppressHydrationWarning>
          {time}
        </time>
      )}
      {state && <span>{state}</span>}
    </span>
  );
}

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
