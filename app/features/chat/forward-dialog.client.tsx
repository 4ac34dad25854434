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
 * A dialog that forwards a message to some of the viewer's connections, with a message of the viewer's behind it if they write one. The outbox
 * sends both, so they survive the page. A default export, because `lazy` needs one.
 */
export default function ForwardDialog({ message, viewerId, onClose }: Props) {
  const { chats, next, isFailed } = useChatList();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [query, setQuery] = useState("");
  const isSearching = useNamedChats(query.trim());
  const [text, setText] = useState("");
  const own = cleanText(text).trim();
  const isTooLong = lengthOf(own) > MESSAGE_MAX;

  useEffect(
    () =>
      // The dialog closes too, because the row of the message renders it.
      onFrame("message_deleted", ({ id }) => {
        if (id === message.id)
          showToast({ kind: "danger", title: "Message not forwarded", text: FORWARD_MISSING });
      }),
    [message.id],
  );

  function send(event: FormEvent) {
    event.preventDefault();
    if (chosen.length === 0 || isTooLong) return;
    const { id, content, attachment } = message;
    const file = attachment && { name: attachment.name, size: attachment.size };
    for (const userId of chosen) {
      void enqueueMessage(viewerId, userId, content, { forward: { id, ...(file ? { file } : {}) } });
      if (own) void enqueueMessage(viewerId, userId, own);
    }
    onClose();
    showToast({
      title: chosen.length === 1 ? "Message forwarded" : `Message forwarded to ${chosen.length} chats`,
    });
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Forward to" keepsInput>
      {chats ? (
        <div className="grid gap-4 pb-6">
          {/* Outside the form: Enter in the search sends nothing. */}
          <SearchInput label="Search connections" value={query} onType={setQuery} />
          <form onSubmit={send} className="grid gap-4">
            <Connections
              chats={chats}
              next={next}
              query={query.trim().toLowerCase()}
              isSearching={isSearching}
              chosen={chosen}
              onChange={(userId, isChosen) =>
                setChosen((before) => [
                  ...before.filter((id) => id !== userId),
                  ...(isChosen ? [userId] : []),
                ])
              }
            />
            <Field
              label="Message (optional)"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              autoComplete="off"
              error={isTooLong ? [MESSAGE_TOO_LONG] : undefined}
            />
            <p role="status" className="text-muted text-sm">
              {`${chosen.length} of at most ${FORWARD_MAX} chosen`}
            </p>
            <Button type="submit" disabled={chosen.length === 0}>
              Forward
            </Button>
          </form>
        </div>
      ) : isFailed ? (
        <ErrorState title="Failed to load chats. Please try again later." onRetry={() => void loadChats()} />
      ) : (
        <Loading label="Loading your connections">
          <RowSkeletons count={3} />
        </Loading>
      )}
    </Dialog>
  );
}

function Connections({
  chats,
  next,
  query,
  isSearching,
  chosen,
  onChange,
}: {
  chats: readonly ChatListItem[];
  next: string | null;
  query: string;
  isSearching: boolean;
  chosen: readonly string[];
  onChange: (userId: string, isChosen: boolean) => void;
}) {
  const found = chats.filter((chat) => nameContains(chat, query));
  if (found.length === 0 && isSearching) {
    return (
      <Loading label="Loading your connections">
        <RowSkeletons count={1} />
      </Loading>
    );
  }
  if (found.length === 0) {
    return (
      <p className="py-4 text-center text-muted">
        {chats.length === 0 ? "You have no connections yet" : "No connections found"}
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
