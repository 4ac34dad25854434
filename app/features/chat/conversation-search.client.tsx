import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { type KeyboardEvent, useCallback, useState } from "react";
import type { ChatListItem, MessageView } from "~/contract/chat";
import { apiPage } from "~/features/api/client";
import { IconButton } from "~/ui/icon-button";
import { SearchInput } from "~/ui/search-input";
import { FoundMessage, SearchState } from "./found-message";
import { useMessageSearch } from "./use-message-search";

interface Props {
  chat: ChatListItem;
  onClose: () => void;
}

/** The search of a conversation, under its header. Esc closes it. */
export default function ConversationSearch({ chat: { userId, username, fullName }, onClose }: Props) {
  const { t } = useLingui();
  const [query, setQuery] = useState("");
  const load = useCallback(
    (q: string, cursor: string | null, signal: AbortSignal) =>
      apiPage("GET /api/chat/messages/{userId}/search", { params: { userId }, query: { q, cursor }, signal }),
    [userId],
  );
  const search = useMessageSearch<MessageView>(query, load);
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onClose();
  };
  return (
    <search onKeyDown={closeOnEscape} className="grid min-h-0 shrink-0 border-line border-b">
      <div className="flex items-center gap-1 p-2 ps-3">
        <SearchInput
          // The search was opened by a press.
          autoFocus
          label={t`Search in conversation`}
          value={query}
          onType={setQuery}
          enterKeyHint="search"
          // "Close search" clears it.
          className="[&::-webkit-search-cancel-button]:hidden"
        />
        <IconButton label={t`Close search`} icon={<X aria-hidden />} onClick={onClose} />
      </div>
      {search && (
        <div className="max-h-60 overflow-y-auto overscroll-contain px-2 pb-2">
          <ul aria-label={t`Messages found`}>
            {search.items.map((message) => (
              <li key={message.id}>
                <FoundMessage
                  username={username}
                  name={
                    message.senderId === userId
                      ? fullName || username
                      : t({ message: "You", comment: "In place of the name of the member who reads it" })
                  }
                  message={message}
                  query={query}
                  replace
                />
              </li>
            ))}
          </ul>
          <SearchState search={search} moreText={t`Show earlier messages`}>
            <Trans>No messages found</Trans>
          </SearchState>
        </div>
      )}
    </search>
  );
}
