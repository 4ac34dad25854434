import { type MouseEvent, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { NotificationView } from "~/contract/notifications";
import { changeConnection } from "~/features/connections/change-connection";
import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { TimeAgo } from "~/ui/time-ago";
import { showToast } from "~/ui/toast";
import { markRead } from "./notification-calls";
import { placeOf, wordsOf } from "./notification-words";

interface Props {
  notification: NotificationView;
  /** It is looked at, or answered: the row is read from now on. */
  onRead: () => void;
  onAnswered: () => void;
  /** A press leads away from the menu. */
  onLeave: () => void;
}

/** One row: who did what, when, and for a request that waits, the two answers. */
export function NotificationItem({ notification, onRead, onAnswered, onLeave }: Props) {
  const { id, type, fromUser, createdAt, isRead, canAnswer } = notification;
  const navigate = useNavigate();
  const place = placeOf(notification);
  const { before, after } = wordsOf(type);

  async function readNow() {
    if (isRead) return;
    await markRead(id);
    onRead();
  }

  async function open(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0)
      return void readNow().catch(() => null);
    event.preventDefault();
    onLeave();
    // What it was about may be gone: the sender is not.
    const target = await readNow().then(
      () => place,
      () => `/profile/${fromUser.username}`,
    );
    await navigate(target);
  }

  return (
    <li className={classNames("px-2 py-1.5", !isRead && "bg-ember/10")}>
      <Link
        to={place}
        onClick={open}
        className="flex min-h-11 items-center gap-3 rounded-control p-2 hover:bg-wash"
      >
        <Avatar name={fromUser.username} image={fromUser.profileImage} />
        <span className="min-w-0 flex-1">
          <span className="wrap-anywhere">
            {before}
            <span className="font-semibold">{fromUser.username}</span>
            {after}
          </span>
          <TimeAgo iso={createdAt} className="block text-muted text-sm" />
        </span>
        {!isRead && (
          <span className="size-2 shrink-0 rounded-full bg-ember">
            <span className="sr-only">Unread</span>
          </span>
        )}
      </Link>
      {canAnswer && <Answers fromUser={fromUser} readNow={readNow} onAnswered={onAnswered} />}
    </li>
  );
}

/** The steps of an answer are the spec's (point 4): marked read, told to the other, refreshed, and a toast. */
function Answers({
  fromUser,
  readNow,
  onAnswered,
}: Pick<NotificationView, "fromUser"> & { readNow: () => Promise<void>; onAnswered: () => void }) {
  const [busy, setBusy] = useState(false);

  async function answer(what: "accept" | "reject") {
    setBusy(true);
    try {
      await readNow();
      const { isConnected } = await changeConnection(what, fromUser.id);
      if (isConnected !== (what === "accept")) throw new Error("The request is not there any more.");
      showToast(
        isConnected
          ? { title: "Connection accepted", text: `You are now connected with ${fromUser.username}` }
          : {
              title: "Connection rejected",
              text: `Connection request from ${fromUser.username} was rejected`,
            },
      );
    } catch {
      showToast({ kind: "danger", title: "Error", text: `Failed to ${what} connection request` });
    }
    setBusy(false);
    onAnswered();
  }

  return (
    <div className="flex gap-2 pb-1.5 pl-15">
      <Button size="small" busy={busy} onClick={() => void answer("accept")}>
        Accept
      </Button>
      <Button size="small" look="quiet" busy={busy} onClick={() => void answer("reject")}>
        Reject
      </Button>
    </div>
  );
}
