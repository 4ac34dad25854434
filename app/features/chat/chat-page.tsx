import { useLingui } from "@lingui/react/macro";
import { MessageCircle } from "lucide-react";
import { type MouseEvent, useLayoutEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { ChatStart } from "~/contract/chat";
import { classNames } from "~/ui/class-names";
import { EmptyState } from "~/ui/states";
import { useRootAttribute } from "~/ui/use-root-attribute";
import { ChatList } from "./chat-list";
import { openChatList, useChatList } from "./chat-list-store";
import { ConversationPane } from "./conversation";
import { hydrateConversation } from "./conversations";
import { useNamedChats } from "./use-named-chats";

/** List and conversation side by side; one of them at a time under 768 px (docs/product.md#chat). */
export function ChatPage({ viewerId, start }: { viewerId: string; start: ChatStart | null }) {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const { chats } = useChatList();
  const openUsername = params.get("user")?.toLowerCase();
  const listed = chats?.find(({ username }) => username.toLowerCase() === openUsername);
  // The list drops the chat of a former connection, maybe only until the two are connected again.
  const [lastOpen, setLastOpen] = useState(listed);
  if (listed && listed !== lastOpen) setLastOpen(listed);
  const open = listed ?? (lastOpen?.username.toLowerCase() === openUsername ? lastOpen : undefined);
  // A layout effect runs before the conversation's effect, which fetches a conversation that is not in the store.
  useLayoutEffect(() => {
    if (start?.open) hydrateConversation(start.open);
    return openChatList(start);
  }, [start]);
  // Loads the open chat when the loaded part of the list lacks it.
  useNamedChats(listed || !chats ? "" : (openUsername ?? ""));
  useRootAttribute("data-chat", open ? "conversation" : "list");
  return (
    <div className="mx-auto max-w-5xl roomy:px-4 roomy:py-6">
      {/* On a phone the panel fills the space between the bars and the keyboard, without the page's end margin. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the handler only prevents a change of focus. */}
      <div
        onMouseDown={keepFieldFocus}
        className="tight:-mb-(--page-end) flex tight:h-[calc(100dvh-var(--top-bar)-var(--bottom-bar)-var(--keyboard))] roomy:h-[600px] translate-y-(--view-top) overflow-hidden roomy:rounded-card roomy:border roomy:border-line bg-surface"
      >
        <div
          className={classNames(
            "flex w-full min-w-0 flex-col md:w-80 md:border-line md:border-e",
            open && "max-md:hidden",
          )}
        >
          <ChatList openUsername={open?.username ?? null} />
        </div>
        <div className={classNames("flex min-w-0 flex-1 flex-col", !open && "max-md:hidden")}>
          {open ? (
            <ConversationPane key={open.userId} chat={open} viewerId={viewerId} />
          ) : (
            <EmptyState
              icon={<MessageCircle aria-hidden />}
              title={t`Your Messages`}
              text={t`Select a chat to start messaging`}
              className="my-auto"
            />
          )}
        </div>
      </div>
    </div>
  );
}

/**
 * Keeps the focus in the message field when a button or link is pressed. On a phone the keyboard would close and
 * the layout would move under the finger.
 */
function keepFieldFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest("button, a")) event.preventDefault();
}
