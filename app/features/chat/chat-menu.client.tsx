import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ChatListItem, MarkedChat, MuteLength } from "~/contract/chat";
import { isArchived, isMuted } from "~/contract/chat-marks";
import { api } from "~/features/api/client";
import { showFailure } from "~/features/api/session-end";
import { dispatchFrame } from "~/realtime/frames";
import { Menu, type MenuItem } from "~/ui/menu";
import type { Trigger } from "~/ui/on-demand";
import { showBrief } from "~/ui/toast-store";

const LENGTHS: readonly { length: MuteLength; label: MessageDescriptor }[] = [
  { length: "hour", label: msg`Mute for 1 hour` },
  { length: "8-hours", label: msg`Mute for 8 hours` },
  { length: "always", label: msg`Mute until I turn it back on` },
];

const ARCHIVE = "POST /api/chat/connections/{userId}/archive";

/** The menu of a chat, open from its first render. A default export, as `lazy` needs it. */
export default function ChatMenu({ chat, trigger }: { chat: ChatListItem; trigger: Trigger }) {
  const { t } = useLingui();
  const muteItems: MenuItem[] = isMuted(chat)
    ? [
        {
          label: t({ message: "Unmute", context: "verb" }),
          icon: "bell",
          onSelect: () => void mute(chat, "off"),
        },
      ]
    : LENGTHS.map(({ length, label }) => ({
        label: t(label),
        icon: "bell-off",
        onSelect: () => void mute(chat, length),
      }));
  const archiveItem: MenuItem = isArchived(chat)
    ? { label: t`Move out of the archive`, icon: "unarchive", onSelect: () => void archive(chat, null) }
    : {
        label: t({ message: "Archive", context: "verb" }),
        icon: "archive",
        onSelect: () => void archive(chat, chat.lastMessage?.id ?? "0"),
      };
  return <Menu openNow trigger={trigger} items={[muteItems, [archiveItem]]} />;
}

async function mute(chat: ChatListItem, length: MuteLength): Promise<void> {
  const title = length === "off" ? t`Chat unmuted` : t`Chat muted`;
  const params = { userId: chat.userId };
  // A muted chat stays in the archive whatever arrives, so one that has come back leaves it for good first.
  const isBack = chat.archivedTo !== undefined && !isArchived(chat);
  const left = isBack ? api(ARCHIVE, { params, body: { upTo: null } }) : Promise.resolve();
  await apply(
    left.then(() => api("POST /api/chat/connections/{userId}/mute", { params, body: { length } })),
    title,
  );
}

async function archive({ userId }: ChatListItem, upTo: string | null): Promise<void> {
  const title = upTo === null ? t`Chat moved out of the archive` : t`Chat archived`;
  const params = { userId };
  await apply(api(ARCHIVE, { params, body: { upTo } }), title);
}

/** Shows the stored marks in this tab at once. Their frame reaches the other tabs. */
async function apply(call: Promise<MarkedChat>, title: string): Promise<void> {
  try {
    dispatchFrame({ type: "chat_state", payload: await call });
    showBrief(title);
  } catch (error) {
    showFailure(error, t`Failed to change the chat`);
  }
}
