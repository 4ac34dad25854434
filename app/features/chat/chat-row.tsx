import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { BellOff } from "lucide-react";
import { Link } from "react-router";
import type { ChatListItem } from "~/contract/chat";
import { isMuted } from "~/contract/chat-marks";
import { useOnline } from "~/realtime/presence";
import { Avatar } from "~/ui/avatar";
import { classNames } from "~/ui/class-names";
import { TimeAgo } from "~/ui/time-ago";
import { useUnreadFrom } from "./chat-list-store";
import { listedText } from "./listed-text";

interface Props {
  chat: ChatListItem;
  isOpen: boolean;
  showsArchive: boolean;
}

/** A chat in the list: its member, its latest message, and whether it has unread ones. */
export function ChatRow({ chat, isOpen, showsArchive }: Props) {
  const { t, i18n } = useLingui();
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
              <span className="sr-only">
                <Trans comment="Mark of a chat without notifications">Muted</Trans>
              </span>
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
            {lastMessage ? listedText(i18n, lastMessage.content) : t`Start a conversation!`}
          </span>
          {unreadCount > 0 && <UnreadBadge unreadCount={unreadCount} isMuted={muted} />}
        </span>
      </span>
    </Link>
  );
}

function UnreadBadge({ unreadCount, isMuted }: { unreadCount: number; isMuted: boolean }) {
  const { t } = useLingui();
  return (
    <span
      className={classNames(
        "figures ms-auto min-w-5 shrink-0 rounded-full px-1.5 text-center font-semibold text-xs leading-5",
        isMuted ? "bg-wash text-muted" : "bg-ink text-paper",
      )}
    >
      <span aria-hidden>{unreadCount}</span>
      <span className="sr-only">
        {t({
          message: plural(unreadCount, { one: "# unread", other: "# unread" }),
          comment: "Number of unread messages",
        })}
      </span>
    </span>
  );
}

function ChatAvatar({ chat: { userId, username, fullName, profileImage } }: { chat: ChatListItem }) {
  const online = useOnline(userId);
  return (
    <span className="relative flex">
      <Avatar name={fullName || username} image={profileImage} size="lg" />
      {online && (
        <span className="absolute end-0 bottom-0 size-3.5 rounded-full border-2 border-surface bg-success">
          <span className="sr-only">
            <Trans comment="State of a member">Online</Trans>
          </span>
        </span>
      )}
    </span>
  );
}
