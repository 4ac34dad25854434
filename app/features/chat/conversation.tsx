import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowLeft, Phone, Search, Video } from "lucide-react";
import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { ChatListItem } from "~/contract/chat";
import { useOnline } from "~/realtime/presence";
import { Avatar } from "~/ui/avatar";
import { IconButton, IconLink } from "~/ui/icon-button";
import { useKeyboardInset } from "~/ui/keyboard";
import { lazyPart } from "~/ui/lazy-part";
import { showToast } from "~/ui/toast-store";
import { ChatMenuButton } from "./chat-menu-button";
import { openConversation } from "./conversations";
import { MessageBox } from "./message-box";
import { MessageList } from "./message-list";
import { PushOffer } from "./push-offer";

const ConversationSearch = lazyPart(() => import("./conversation-search.client"));

/** The conversation pane (docs/product.md#chat). */
export function ConversationPane({ chat, viewerId }: { chat: ChatListItem; viewerId: string }) {
  const { t } = useLingui();
  useKeyboardInset();
  const { userId, username, fullName } = chat;
  const name = fullName || username;
  useEffect(() => openConversation(userId), [userId]);
  const box = useRef<HTMLTextAreaElement>(null);
  const focusBox = useCallback(() => box.current?.focus(), []);
  const [isSearching, setSearching] = useState(false);
  const searchButton = useRef<HTMLButtonElement>(null);
  return (
    <section aria-label={t`Conversation with ${username}`} className="flex min-h-0 flex-1 flex-col">
      {/* On a phone the list is hidden, and with it the page's heading. */}
      <h1 className="sr-only md:hidden">
        <Trans>
          Messages with <bdi translate="no">{name}</bdi>
        </Trans>
      </h1>
      <header className="chat-head flex items-center border-line border-b p-3 cramped:py-1 max-md:px-1 md:gap-2">
        <BackToList />
        <OtherMember chat={chat} />
        <IconButton
          ref={searchButton}
          label={t`Search in conversation`}
          tooltip
          icon={<Search aria-hidden />}
          aria-expanded={isSearching}
          onClick={() => setSearching(!isSearching)}
        />
        <CallButtons />
        <ChatMenuButton chat={chat} />
      </header>
      {isSearching && (
        <Suspense>
          <ConversationSearch
            chat={chat}
            onClose={() => {
              setSearching(false);
              searchButton.current?.focus();
            }}
          />
        </Suspense>
      )}
      {/* Above the messages: it comes late, and below them it would move what a member is about to press. */}
      {chat.lastMessage && <PushOffer name={name} memberId={viewerId} onDone={focusBox} />}
      <MessageList chat={chat} viewerId={viewerId} onDecided={focusBox} />
      <MessageBox chat={chat} viewerId={viewerId} inputRef={box} />
    </section>
  );
}

/** Leads back to the list, which a phone shows in place of the conversation. */
function BackToList() {
  const { t } = useLingui();
  const isInArchive = useSearchParams()[0].has("archived");
  return (
    <IconLink
      to={isInArchive ? "/chat?archived" : "/chat"}
      preventScrollReset
      label={t`Back to messages`}
      icon={<ArrowLeft aria-hidden className="rtl:-scale-x-100" />}
      className="md:hidden"
    />
  );
}

function OtherMember({ chat: { userId, username, fullName, profileImage } }: { chat: ChatListItem }) {
  const { t } = useLingui();
  const name = fullName || username;
  return (
    <Link to={`/profile/${username}`} className="flex min-w-0 flex-1 items-center gap-3 rounded-control">
      <Avatar name={name} image={profileImage} />
      <span className="min-w-0">
        <span dir="auto" translate="no" className="block w-fit max-w-full truncate font-semibold">
          {name}
        </span>
        <span className="block cramped:leading-tight text-muted text-sm">
          {useOnline(userId)
            ? t({ message: "Active now", comment: "State of a member" })
            : t({ message: "Offline", comment: "State of a member" })}
        </span>
      </span>
    </Link>
  );
}

function CallButtons() {
  const { t } = useLingui();
  const comingSoon = () => showToast({ title: t`Feature coming soon` });
  return (
    <>
      <IconButton label={t`Voice call`} tooltip icon={<Phone aria-hidden />} onClick={comingSoon} />
      <IconButton label={t`Video call`} tooltip icon={<Video aria-hidden />} onClick={comingSoon} />
    </>
  );
}
