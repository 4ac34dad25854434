import { Check } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { UserSummary } from "~/contract/accounts";
import type { ConnectionStatus } from "~/contract/connections";
import { Button, ButtonLink } from "~/ui/button";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { showToast } from "~/ui/toast";
import { type ConnectionChange, changeConnection } from "./change-connection";
import { useConnectionStatus } from "./use-connection-status";

interface Props {
  member: Pick<UserSummary, "id" | "username">;
  /** As the page loaded it; the channel keeps it current. */
  status: ConnectionStatus;
}

/** Connect, Requested, Accept or Connected, and what a press of each does (spec points 2 and 4). */
export function ConnectButton(props: Props) {
  return (
    <div className="flex gap-2 max-md:*:flex-1">
      <StateButton {...props} />
    </div>
  );
}

function StateButton({ member, status: loaded }: Props) {
  const [status, setStatus] = useConnectionStatus(member.id, loaded);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  useCountsFollow(status.isConnected);

  async function change(what: ConnectionChange) {
    setBusy(true);
    try {
      const now = await changeConnection(what, member.id);
      setStatus(now);
      const title = successOf(what, now);
      if (!title) throw new Error(`after ${what} it stands ${JSON.stringify(now)}`);
      showToast({ title });
    } catch {
      showToast({ kind: "danger", title: "Error", text: "Failed to update connection" });
    }
    setAsking(false);
    setBusy(false);
  }

  if (status.isConnected) {
    return (
      <>
        <Button
          look="quiet"
          size="small"
          busy={busy}
          onClick={() => setAsking(true)}
          data-tooltip="Disconnect"
        >
          <Check aria-hidden />
          Connected
        </Button>
        <ButtonLink to={`/chat?user=${encodeURIComponent(member.username)}`} look="quiet" size="small">
          Message
        </ButtonLink>
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title={`Disconnect from ${member.username}?`}
          text="You will no longer see each other's posts in your feeds, and cannot write to each other."
          confirmLabel="Disconnect"
          busy={busy}
          busyLabel="Disconnecting..."
          onConfirm={() => void change("disconnect")}
        />
      </>
    );
  }
  if (status.isPending) {
    return (
      <Button
        look="quiet"
        size="small"
        busy={busy}
        onClick={() => void change("cancel")}
        data-tooltip="Cancel request"
      >
        Requested
      </Button>
    );
  }
  const [label, what] = status.hasPendingRequest
    ? (["Accept", "accept"] as const)
    : (["Connect", "request"] as const);
  return (
    <Button size="small" busy={busy} onClick={() => void change(what)}>
      {label}
    </Button>
  );
}

/** The toast of a change that came about, or null when things stand otherwise than was asked for. */
function successOf(what: ConnectionChange, { isConnected, isPending }: ConnectionStatus): string | null {
  switch (what) {
    case "request":
      if (isConnected) return "Connected";
      return isPending ? "Request sent" : null;
    case "accept":
      return isConnected ? "Connected" : null;
    case "cancel":
    case "reject":
      return isConnected ? null : "Request cancelled";
    case "disconnect":
      return isConnected ? null : "Disconnected";
  }
}

/** The counts beside the button change with the connection, whichever side ended or made it. */
function useCountsFollow(isConnected: boolean): void {
  const { revalidate } = useRevalidator();
  const before = useRef(isConnected);
  useEffect(() => {
    if (before.current === isConnected) return;
    before.current = isConnected;
    void revalidate();
  }, [isConnected, revalidate]);
}
