import { useCallback, useEffect, useRef, useState } from "react";
import type { ServerFrame } from "~/contract/channel";
import type { ConnectionStatus } from "~/contract/connections";
import { api } from "~/features/api/client";
import { onFrame } from "~/realtime/frames";
import { onMissedFrames } from "~/realtime/missed-frames";

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
 * @param inList its list is loaded again when the link opens; else this status is, because no frame arrived before
 */
export function useConnectionStatus(
  memberId: string,
  loaded: ConnectionStatus,
  inList: boolean,
): [ConnectionStatus, (status: ConnectionStatus) => void] {
  const [status, set] = useState(loaded);
  const changes = useRef(0);
  const change = useCallback((next: ConnectionStatus) => {
    changes.current += 1;
    set(next);
  }, []);
  const [lastLoaded, setLastLoaded] = useState(loaded);
  // Reloaded data replaces the state.
  if (lastLoaded !== loaded) {
    setLastLoaded(loaded);
    set(loaded);
  }
  useEffect(
    () =>
      onFrame("connection_status", (frame) => {
        if ([frame.fromUserId, frame.toUserId].includes(memberId)) change(statusAfter(frame, memberId));
      }),
    [memberId, change],
  );
  useEffect(() => {
    if (!inList) return onMissedFrames(() => void readAgain());
    async function readAgain() {
      const before = changes.current;
      const params = { userId: memberId };
      const stored = await api("GET /api/connections/status/{userId}", { params }).catch(() => null);
      // A change during the request is newer than the reply.
      if (stored && changes.current === before) set(stored);
    }
  }, [memberId, inList]);
  return [status, change];
}
