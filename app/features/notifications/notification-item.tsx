import { type MouseEvent, useState } from "react";
import { Link, useNavigate } from "react-router";
import { textOf, urlOf } from "~/contract/notification-texts";
import type { NotificationView } from "~/contract/notifications";
import { api } from "~/features/api/client";
import { changeConnection } from "~/features/connections/change-connection";
import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { TimeAgo } from "~/ui/time-ago";
import { showToast } from "~/ui/toast";

interface Props {
  notification: NotificationView;
  /** The notification was marked as read. */
  onRead: () => void;
  /** The connection request was accepted or rejected, or the call failed. */
  onDecided: () => void;
  /** The link was pressed: the menu closes. */
  onLeave: () => void;
}

/** One row: sender, text, time, and Accept and Reject for a pending connection request. */
export function NotificationItem({ notification, onRead, onDecided, onLeave }: Props) {
  const { id, type, fromUser, createdAt, isRead, canAnswer, message } = notification;
  const navigate = useNavigate();
  const url = urlOf(notification);
  const { before, after } = textOf(type);

  async function markNotificationRead() {
    if (isRead) return;
    await api("POST /api/notifications/read/{id}", { params: { id } });
    onRead();
  }

  async function open(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0)
      return void markNotificationRead().catch(() => null);
    event.preventDefault();
    onLeave();
    // Marking fails when the notification was deleted, with its post for example. The sender still exists.
    const target = await markNotificationRead().then(
      () => url,
      () => `/profile/${fromUser.username}`,
    );
    await navigate(target);
  }

  return (
    <li className={classNames("px-2 py-1.5", !isRead && "bg-ember/10")}>
      <Link
        to={url}
        onClick={open}
        className="flex min-h-11 items-center gap-3 rounded-control p-2 hover:bg-wash"
      >
        <Avatar name={fromUser.username} image={fromUser.profileImage} />
        <span className="min-w-0 flex-1">
          <span className="wrap-anywhere">
            {before}
            <span className="font-semibold">{fromUser.username}</span>
            {after}
            {message && (
              <>
                : <bdi>{message}</bdi>
              </>
            )}
          </span>
          <TimeAgo iso={createdAt} className="block text-muted text-sm" />
        </span>
        {!isRead && (
          <span className="size-2 shrink-0 rounded-full bg-ember">
            <span className="sr-only">Unread</span>
          </span>
        )}
      </Link>
      {canAnswer && (
        <RequestActions
          fromUser={fromUser}
          markNotificationRead={markNotificationRead}
          onDecided={onDecided}
        />
      )}
    </li>
  );
}

/**
 * The buttons Accept and Reject. Each marks the notification as read and changes the connection
 * (docs/product.md#notifications).
 */
function RequestActions({
  fromUser,
  markNotificationRead,
  onDecided,
}: Pick<NotificationView, "fromUser"> & {
  markNotificationRead: () => Promise<void>;
  onDecided: () => void;
}) {
  const [busy, setBusy] = useState(false);

  async function decide(decision: "accept" | "reject") {
    setBusy(true);
    try {
      await markNotificationRead();
      const { isConnected } = await changeConnection(decision, fromUser.id);
      if (isConnected !== (decision === "accept")) throw new Error("The request no longer exists.");
      showToast(
        isConnected
          ? { title: "Connection accepted", text: `You are now connected with ${fromUser.username}` }
          : {
              title: "Connection rejected",
              text: `Connection request from ${fromUser.username} was rejected`,
            },
      );
    } catch {
      showToast({ kind: "danger", title: "Error", text: `Failed to ${decision} connection request` });
    }
    setBusy(false);
    onDecided();
  }

  return (
    <div className="flex gap-2 pb-1.5 ps-15">
      <Button size="small" busy={busy} onClick={() => void decide("accept")}>
        Accept
      </Button>
      <Button size="small" look="quiet" busy={busy} onClick={() => void decide("reject")}>
        Reject
      </Button>
    </div>
  );
}
