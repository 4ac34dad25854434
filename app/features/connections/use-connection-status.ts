import { useEffect, useState } from "react";
import type { ServerFrame } from "~/contract/channel";
import type { ConnectionStatus } from "~/contract/connections";
import { onFrame } from "~/realtime/frames";

type Told = Extract<ServerFrame, { type: "connection_status" }>["payload"];

const none: ConnectionStatus = { isConnected: false, isPending: false, hasPendingRequest: false };

/** How the viewer stands with a member after what the channel told. */
export function statusAfter({ fromUserId, status }: Told, memberId: string): ConnectionStatus {
  switch (status) {
    case "accepted":
      return { ...none, isConnected: true };
    case "pending":
      return fromUserId === memberId ? { ...none, hasPendingRequest: true } : { ...none, isPending: true };
    case "rejected":
    case "cancelled":
    case "disconnected":
      return none;
  }
}

/** How the viewer stands with a member: what the page loaded, kept current by the channel and by `set`. */
export function useConnectionStatus(
  memberId: string,
  loaded: ConnectionStatus,
): [ConnectionStatus, (status: ConnectionStatus) => void] {
  const [status, set] = useState(loaded);
  const [from, setFrom] = useState(loaded);
  // A page that has loaded again knows better.
  if (from !== loaded) {
    setFrom(loaded);
    set(loaded);
  }
  useEffect(
    () =>
      onFrame("connection_status", (told) => {
        if ([told.fromUserId, told.toUserId].includes(memberId)) set(statusAfter(told, memberId));
      }),
    [memberId],
  );
  return [status, set];
}
