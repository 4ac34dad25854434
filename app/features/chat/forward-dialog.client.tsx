import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useEffect, useState } from "react";
import type { ChatListItem, MessageView } from "~/contract/chat";
import { FORWARD_MAX, MESSAGE_MAX, MESSAGE_TOO_LONG } from "~/contract/limits";
import { FORWARD_MISSING } from "~/contract/message-texts";
import { nameContains } from "~/contract/name-contains";
import { lengthOf } from "~/contract/text-length";
import { cleanText } from "~/contract/visible-text";
import { onFrame } from "~/realtime/frames";
import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Dialog } from "~/ui/dialog";
import { Field } from "~/ui/field";
import { MemberNames } from "~/ui/member-names";
import { SearchInput } from "~/ui/search-input";
import { Loading, RowSkeletons } from "~/ui/skeleton";
import { ErrorState } from "~/ui/states";
import { showToast } from "~/ui/toast-store";
import { loadChats, useChatList } from "./chat-list-store";
import { MoreChats } from "./more-chats";
import { useNamedChats } from "./use-named-chats";
import { enqueueMessage } from "./waiting-messages";

interface Props {
  message: MessageView;
  viewerId: string;
  onClose: () => void;
}

/**
 * Forwards a message to some of the viewer's connections, followed by the viewer's own message if they write one.
 * The outbox sends both, so they survive the page. A default export, because `lazy` needs one.
 */
export default function ForwardDialog({ message, viewerId, onClose }: Props) {
  const { t } = useLingui();
  const { chats, next, isFailed } = useChatList();

  useEffect(
    () =>
      // The dialog closes too, because the row of the message renders it.
      onFrame("message_deleted", ({ id }) => {
        if (id === message.id)
          showToast({ kind: "danger", title: t`Message not forwarded`, text: t(FORWARD_MISSING) });
      }),
    [message.id, t],
  );

  function send(chosen: readonly string[], own: string) {
    const { id, content, attachment } = message;
    const file = attachment && { name: attachment.name, size: attachment.size };
    for (const userId of chosen) {
      void enqueueMessage(viewerId, userId, content, { forward: { id, ...(file ? { file } : {}) } });
      if (own) void enqueueMessage(viewerId, userId, own);
    }
    onClose();
    const count = chosen.length;
    showToast({
      title: t({
        message: plural(count, { one: "Message forwarded", other: "Message forwarded to # chats" }),
      }),
    });
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Forward to`} keepsInput>
      {chats ? (
        <ForwardForm chats={chats} next={next} onSend={send} />
      ) : isFailed ? (
        <ErrorState
          title={t`Failed to load chats. Please try again later.`}
          onRetry={() => void loadChats()}
        />
      ) : (
        <Loading label={t`Loading your connections`}>
          <RowSkeletons count={3} />
        </Loading>
      )}
    </Dialog>
  );
}

interface FormProps {
  chats: readonly ChatListItem[];
  /** The cursor of the next page of chats; null when all are loaded. */
  next: string | null;
  /** Called with the ids of the chosen connections, and with the viewer's own message; "" without one. */
  onSend: (chosen: readonly string[], own: string) => void;
}

/** Chooses connections, and takes a message to send behind the forwarded one. */
function ForwardForm({ chats, next, onSend }: FormProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [query, setQuery] = useState("");
  const isSearching = useNamedChats(query.trim());
  const [text, setText] = useState("");
  const own = cleanText(text).trim();
  const isTooLong = lengthOf(own) > MESSAGE_MAX;
  const count = chosen.length;
  const max = FORWARD_MAX;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (count > 0 && !isTooLong) onSend(chosen, own);
  }
  return (
    <div className="grid gap-4 pb-6">
      {/* Outside the form: Enter in the search sends nothing. */}
      <SearchInput label={t`Search connections`} value={query} onType={setQuery} />
      <form onSubmit={submit} className="grid gap-4">
        <Connections
          chats={chats}
          next={next}
          query={query.trim().toLowerCase()}
          isSearching={isSearching}
          chosen={chosen}
          onChange={(userId, isChosen) =>
            setChosen((before) => [...before.filter((id) => id !== userId), ...(isChosen ? [userId] : [])])
          }
        />
        <Field
          label={t`Message (optional)`}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="off"
          error={isTooLong ? [t(MESSAGE_TOO_LONG)] : undefined}
        />
        <p role="status" className="text-muted text-sm">
          {t({
            message: plural(count, {
              one: `# of at most ${max} chosen`,
              other: `# of at most ${max} chosen`,
            }),
          })}
        </p>
        <Button type="submit" disabled={count === 0}>
          <Trans context="verb">Forward</Trans>
        </Button>
      </form>
    </div>
  );
}

interface ConnectionsProps extends Pick<FormProps, "chats" | "next"> {
  query: string;
  isSearching: boolean;
  chosen: readonly string[];
  onChange: (userId: string, isChosen: boolean) => void;
}

function Connections({ chats, next, query, isSearching, chosen, onChange }: ConnectionsProps) {
  const { t } = useLingui();
  const found = chats.filter((chat) => nameContains(chat, query));
  if (found.length === 0 && isSearching) {
    return (
      <Loading label={t`Loading your connections`}>
        <RowSkeletons count={1} />
      </Loading>
    );
  }
  if (found.length === 0) {
    return (
      <p className="py-4 text-center text-muted">
        {chats.length === 0 ? t`You have no connections yet` : t`No connections found`}
      </p>
    );
  }
  return (
    <ul className="-mx-3 max-h-64 overflow-y-auto overscroll-contain px-3 py-1">
      {found.map(({ userId, username, fullName, profileImage }) => (
        <li key={userId} className="flex min-h-14 items-center">
          <Checkbox
            align="center"
            checked={chosen.includes(userId)}
            disabled={chosen.length >= FORWARD_MAX && !chosen.includes(userId)}
            onChange={(event) => onChange(userId, event.currentTarget.checked)}
            label={
              <span className="flex items-center gap-3">
                <Avatar name={fullName || username} image={profileImage} size="sm" />
                <MemberNames username={username} fullName={fullName} />
              </span>
            }
          />
        </li>
      ))}
      {next !== null && query === "" && (
        <li>
          <MoreChats cursor={next} isArchive={false} />
        </li>
      )}
    </ul>
  );
}
