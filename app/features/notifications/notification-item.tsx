import { Trans as Sentence } from "@lingui/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, type MouseEvent, useState } from "react";
import { Link, useNavigate } from "react-router";
import { notificationText, urlOf } from "~/contract/notification-texts";
import type { NotificationGroupView, NotificationView } from "~/contract/notifications";
import type { PostPreview } from "~/contract/posts";
import { ApiError, api } from "~/features/api/client";
import { showFailure } from "~/features/api/session-end";
import { changeConnection } from "~/features/connections/change-connection";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { TimeAgo } from "~/ui/time-ago";
import { showToast } from "~/ui/toast";
import { Avatars, Members } from "./members";
import { markGroupRead } from "./notifications-store";
import { Thumbnail } from "./thumbnail";

interface Props {
  group: NotificationGroupView;
  /** The preview of the post that it is about; null when the viewer sees none, undefined until it is loaded. */
  post: PostPreview | null | undefined;
  /** The connection request was accepted or rejected, or the call failed. */
  onDecided: () => void;
  /** The link was pressed: the menu closes. */
  onLeave?: () => void;
}

/** One row: the members, text, time, the post, and Accept and Reject for a pending connection request. */
export function NotificationItem({ group, post, onDecided, onLeave }: Props) {
  const { type, entityId, fromUsers, memberCount, createdAt, isRead, canAnswer, message } = group;
  const { url, markAsRead, open } = useOpen(group, onLeave);
  const [fromUser] = fromUsers;
  if (!fromUser) return null;
  const text = notificationText(type, {
    members: <Members users={fromUsers} count={memberCount} />,
    count: memberCount,
    message: message && <bdi>{message}</bdi>,
  });

  return (
    <li
      className={classNames(
        "border-s-3 px-2 py-1.5",
        isRead ? "border-s-transparent" : "border-s-ember bg-ember/5",
      )}
    >
      <Link
        to={url}
        onClick={open}
        className="flex min-h-11 items-center gap-3 rounded-control p-2 hover:bg-wash"
      >
        <Avatars users={fromUsers} />
        <span className="min-w-0 flex-1">
          <span dir="auto" className="wrap-anywhere">
            <Sentence {...text} />
          </span>
          <TimeAgo iso={createdAt} className="block text-muted text-sm" />
          {!isRead && (
            <span className="sr-only">
              <Trans comment="Of a notification">Unread</Trans>
            </span>
          )}
        </span>
        {entityId && <Thumbnail post={post ?? null} />}
      </Link>
      {canAnswer && <RequestActions fromUser={fromUser} markAsRead={markAsRead} onDecided={onDecided} />}
    </li>
  );
}

/** Returns the address of what a notification is about, and what marks it as read and opens it. */
function useOpen(group: NotificationGroupView, onLeave: Props["onLeave"]) {
  const { id, lastId, isRead, fromUsers } = group;
  const [fromUser] = fromUsers;
  const navigate = useNavigate();
  const url = fromUser ? urlOf({ ...group, fromUser }) : "";

  async function markAsRead() {
    if (isRead) return;
    await api("POST /api/notifications/groups/{id}/read", { params: { id: lastId } });
    markGroupRead(id, lastId);
  }

  async function open(event: MouseEvent<HTMLAnchorElement>) {
    const marked = markAsRead();
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0)
      return void marked.catch(() => null);
    event.preventDefault();
    onLeave?.();
    const opened = navigate(url);
    const failure = await marked.then(
      () => null,
      (error: unknown) => error,
    );
    // The notification was deleted, for example with its post. The sender still exists. Other failures leave it unread.
    if (!(failure instanceof ApiError && failure.status === 404)) return;
    await opened;
    const { pathname, search } = window.location;
    if (pathname + search === url) await navigate(`/profile/${fromUser?.username}`, { replace: true });
  }
  return { url, markAsRead, open };
}

interface RequestActionsProps extends Pick<NotificationView, "fromUser"> {
  markAsRead: () => Promise<void>;
  onDecided: () => void;
}

/**
 * The buttons Accept and Reject. Each marks the notification as read and changes the connection
 * (docs/product.md#notifications).
 */
function RequestActions({ fromUser, markAsRead, onDecided }: RequestActionsProps) {
  const { t } = useLingui();
  const { username } = fromUser;
  const [busy, setBusy] = useState(false);

  async function decide(decision: "accept" | "reject") {
    setBusy(true);
    try {
      await markAsRead();
      const { isConnected } = await changeConnection(decision, fromUser.id);
      if (isConnected !== (decision === "accept")) throw new Error("The request no longer exists.");
      showToast(
        isConnected
          ? { title: t`Connection accepted`, text: t`You are now connected with ${username}` }
          : {
              title: t`Connection rejected`,
              text: t`Connection request from ${username} was rejected`,
            },
      );
    } catch (error) {
      showFailure(
        error,
        decision === "accept"
          ? t`Failed to accept connection request`
          : t`Failed to reject connection request`,
      );
    }
    setBusy(false);
    onDecided();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { nativeEvent } = event;
    const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
    void decide(button?.getAttribute("value") === "reject" ? "reject" : "accept");
  }

  return (
    // Without JavaScript the form leads to the page of all notifications.
    <form method="post" action="/notifications" onSubmit={submit} className="flex gap-2 pb-1.5 ps-15">
      <input type="hidden" name="userId" value={fromUser.id} />
      <Button type="submit" name="intent" value="accept" size="small" busy={busy}>
        <Trans comment="Button that accepts a connection request">Accept</Trans>
      </Button>
      <Button type="submit" name="intent" value="reject" size="small" variant="quiet" busy={busy}>
        <Trans comment="Button that rejects a connection request">Reject</Trans>
      </Button>
    </form>
  );
}
