import { MessageCircle } from "lucide-react";
import { type MouseEvent, useLayoutEffect } from "react";
import { useSearchParams } from "react-router";
import type { ChatStart } from "~/contract/chat";
import { classNames } from "~/ui/class-names";
import { useRootMark } from "~/ui/root-mark";
import { EmptyState } from "~/ui/states";
import { ChatList } from "./chat-list";
import { startFrom, useChat } from "./chat-store";
import { ConversationPane } from "./conversation";

/** List and conversation side by side; one of them at a time under 768 px (spec points 2 and 9). */
export function ChatPage({ viewerId, start }: { viewerId: string; start: ChatStart | null }) {
  const [params] = useSearchParams();
  const { chats } = useChat();
  const openUsername = params.get("user");
  const open = openUsername
    ? chats?.find(({ username }) => username.toLowerCase() === openUsername.toLowerCase())
    : undefined;
  // Before the conversation asks for what the document has brought already.
  useLayoutEffect(() => startFrom(start), [start]);
  useRootMark("data-chat");
  return (
    <div className="mx-auto max-w-5xl roomy:px-4 roomy:py-6">
      {/* On a phone, all there is between the bars and the keyboard, and the room that other pages leave under their end is not wanted. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is. */}
      <div
        onMouseDown={keepTyping}
        className="tight:-mb-(--page-end) flex tight:h-[calc(100dvh-var(--top-bar)-var(--bottom-bar)-var(--keyboard))] roomy:h-[600px] translate-y-(--view-top) overflow-hidden roomy:rounded-card roomy:border roomy:border-line bg-surface"
      >
        <div
          className={classNames(
            "flex w-full min-w-0 flex-col md:w-80 md:border-line md:border-r",
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
              title="Your Messages"
              text="Select a chat to start messaging"
              className="my-auto"
            />
          )}
        </div>
      </div>
    </div>
  );
}

/**
 * What is pressed beside a field leaves the field its focus: a phone keeps its keyboard, and nothing moves under the finger, as it
 * would when the bar at the bottom came back.
 */
function keepTyping(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest("button, a")) event.preventDefault();
}
