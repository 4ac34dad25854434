import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { openChats } from "~/domain/chat/open-chats";
import { ChatPage } from "~/features/chat/chat-page";
import { ChatStartContext } from "~/features/chat/chat-start";
import { useViewer } from "~/features/session/viewer";
import { onMemberPage } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/chat";

export const handle = { title: msg`Messages` };

/** A document load contains the conversations, so the page is readable without JavaScript. */
export function loader({ context, url }: Route.LoaderArgs) {
  const username = url.searchParams.get("user");
  return onMemberPage(context, (ctx) => openChats(ctx, username));
}

/** On client-side navigation the page renders at once; its stores use cached data or fetch it. */
export function clientLoader() {
  return null;
}

/** Opening a conversation changes only the URL; the loader has nothing to fetch for it. */
export function shouldRevalidate() {
  return false;
}

export default function Chat({ loaderData }: Route.ComponentProps) {
  const viewer = useViewer();
  return (
    viewer && (
      <ChatStartContext value={loaderData}>
        <ChatPage viewerId={viewer.id} start={loaderData} />
      </ChatStartContext>
    )
  );
}

export function ErrorBoundary() {
  const { t } = useLingui();
  return <ErrorState level={1} title={t`Failed to load chats. Please try again later.`} />;
}
