import { type FormEvent, type MouseEvent, type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router";
import { counted } from "~/contract/counted";
import { namesOf } from "~/contract/notification-groups";
import { textOf, urlOf } from "~/contract/notification-texts";
import type { NotificationGroupView, NotificationView } from "~/contract/notifications";
import type { PostPreview } from "~/contract/posts";
import { ApiError, api } from "~/features/api/client";
import { showFailure } from "~/features/api/session-end";
import { changeConnection } from "~/features/connections/change-connection";
import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { TimeAgo } from "~/ui/time-ago";
import { showToast } from "~/ui/toast";
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
  const { id, lastId, type, entityId, fromUsers, memberCount, createdAt, isRead, canAnswer, message } = group;
  const [fromUser] = fromUsers;
  const navigate = useNavigate();
  if (!fromUser) return null;
  const { username } = fromUser;
  const url = urlOf({ ...group, fromUser });
  const { before, after } = textOf(type);

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
    // The notification was deleted, with its post for example. The sender still exists. After another failure it stays unread.
    if (!(failure instanceof ApiError && failure.status === 404)) return;
    await opened;
    const { pathname, search } = window.location;
    if (pathname + search === url) await navigate(`/profile/${username}`, { replace: true });
  }

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
            <span>{before}</span>
            <Members users={fromUsers} count={memberCount} />
            <span>{after}</span>
            {message && (
              <span>
                : <bdi>{message}</bdi>
              </span>
            )}
          </span>
          <TimeAgo iso={createdAt} className="block text-muted text-sm" />
          {!isRead && <span className="sr-only">Unread</span>}
        </span>
        {entityId && <Thumbnail post={post ?? null} />}
      </Link>
      {canAnswer && <RequestActions fromUser={fromUser} markAsRead={markAsRead} onDecided={onDecided} />}
    </li>
  );
}

type Users = NotificationGroupView["fromUsers"];

/** The avatar of the member, or those of two, one before the other. */
function Avatars({ users: [first, second] }: { users: Users }) {
  if (!first) return null;
  if (!second) return <Avatar name={first.username} image={first.profileImage} />;
  return (
    <span className="relative size-10 shrink-0">
      <Avatar name={second.username} image={second.profileImage} size="xs" className="absolute end-0 top-0" />
      <Avatar
        name={first.username}
        image={first.profileImage}
        size="xs"
        className="absolute start-0 bottom-0 rounded-full ring-2 ring-surface"
      />
    </span>
  );
}

/** The names of a group: "amara", "amara and kenji", "amara, kenji and 3 others". */
function Members({ users, count }: { users: Users; count: number }) {
  const { names, others } = namesOf(
    users.map(({ username }) => username),
    count,
  );
  const [first, second] = names;
  return (
    <>
      <Name>{first}</Name>
      {second && (
        <>
          <span>{others > 0 ? ", " : " and "}</span>
          <Name>{second}</Name>
        </>
      )}
      {others > 0 && (
        <span>
          {" and "}
          <span className="font-semibold">{counted(others, "other")}</span>
        </span>
      )}
    </>
  );
}

function Name({ children }: { children: ReactNode }) {
  return (
    <bdi translate="no" className="font-semibold">
      {children}
    </bdi>
  );
}

/**
 * The buttons Accept and Reject. Each marks the notification as read and changes the connection
 * (docs/product.md#notifications).
 */
function RequestActions({
  fromUser,
  markAsRead,
  onDecided,
}: Pick<NotificationView, "fromUser"> & {
  markAsRead: () => Promise<void>;
  onDecided: () => void;
}) {
  const [busy, setBusy] = useState(false);

  async function decide(decision: "accept" | "reject") {
    setBusy(true);
    try {
      await markAsRead();
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
    } catch (error) {
      showFailure(error, `Failed to ${decision} connection request`);
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
        Accept
      </Button>
      <Button type="submit" name="intent" value="reject" size="small" look="quiet" busy={busy}>
        Reject
      </Button>
    </form>
  );
}
