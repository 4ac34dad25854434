import { useEffect, useState } from "react";
import type { ServerFrame } from "~/contract/channel";
import type { ConnectionStatus } from "~/contract/connections";
import { onFrame } from "~/realtime/frames";

type StatusFrame = Extract<ServerFrame, { type: "connection_status" }>["payload"];

const none: ConnectionStatus = { isConnected: false, isPending: false, hasPendingRequest: false };

/** Returns the viewer's connection status with a member after a `connection_status` frame. */
export function statusAfter({ fromUserId, status }: StatusFrame, memberId: string): ConnectionStatus {
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

/**
 * Returns the viewer's connection status with a member: as loaded, then changed by frames and by the returned setter.
 */
export function useConnectionStatus(
  memberId: string,
  loaded: ConnectionStatus,
): [ConnectionStatus, (status: ConnectionStatus) => void] {
  const [status, set] = useState(loaded);
  const [lastLoaded, setLastLoaded] = useState(loaded);
  // Reloaded data replaces the state.
  if (lastLoaded !== loaded) {
    setLastLoaded(loaded);
    set(loaded);
  }
  useEffect(
    () =>
      onFrame("connection_status", (frame) => {
        if ([frame.fromUserId, frame.toUserId].includes(memberId)) set(statusAfter(frame, memberId));
      }),
    [memberId],
  );
  return [status, set];
}
