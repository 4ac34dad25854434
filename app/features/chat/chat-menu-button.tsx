import { useLingui } from "@lingui/react/macro";
import { EllipsisVertical } from "lucide-react";
import type { ChatListItem } from "~/contract/chat";
import { IconButton } from "~/ui/icon-button";
import { lazyPart } from "~/ui/lazy-part";
import { OnDemand } from "~/ui/on-demand";

const ChatMenu = lazyPart(() => import("./chat-menu.client"));

/** The button of a chat's menu, which mutes and archives it. The menu's code is fetched on the first use. */
export function ChatMenuButton({ chat, className }: { chat: ChatListItem; className?: string }) {
  const { t } = useLingui();
  const { username } = chat;
  const label = t`Options of the chat with ${username}`;
  const trigger = <IconButton label={label} icon={<EllipsisVertical aria-hidden />} className={className} />;
  return (
    <OnDemand trigger={trigger} opens="menu" preload={ChatMenu.preload}>
      <ChatMenu chat={chat} trigger={trigger} />
    </OnDemand>
  );
}
