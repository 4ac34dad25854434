import { ChatPage } from "~/features/chat/chat-page";
import { useViewer } from "~/features/shell/viewer";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/chat";

export const meta: Route.MetaFunction = () => [{ title: "Messages · Afterglow" }];

/** Which conversation is open is the browser's business: the page asks nothing of the server for it. */
export function shouldRevalidate() {
  return false;
}

export default function Chat() {
  const viewer = useViewer();
  return viewer && <ChatPage viewerId={viewer.id} />;
}

export function ErrorBoundary() {
  return <ErrorState level={1} title="Failed to load chats. Please try again later." />;
}
