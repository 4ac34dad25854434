import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { UserSummary } from "~/contract/accounts";
import type { ConnectionStatus } from "~/contract/connections";
import { showFailure } from "~/features/api/session-end";
import { Button, ButtonLink } from "~/ui/button";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { useReload } from "~/ui/router/use-reload";
import { showToast } from "~/ui/toast";
import { type ConnectionChange, changeConnection } from "./change-connection";
import { useConnectionStatus } from "./use-connection-status";

interface Props {
  member: Pick<UserSummary, "id" | "username">;
  /** The status as the page loaded it; frames change it from then on. */
  status: ConnectionStatus;
  /** In a list of members: no link to messages, and Reject beside Accept. */
  inList?: boolean;
}

/** The button Connect, Requested, Accept or Connected, by the status (docs/product.md#connections). */
export function ConnectButton(props: Props) {
  return (
    <div className="flex flex-wrap gap-2 max-md:*:flex-auto">
      <StateButton {...props} />
    </div>
  );
}

function StateButton({ member, status: loaded, inList = false }: Props) {
  const { t } = useLingui();
  const [status, setStatus] = useConnectionStatus(member.id, loaded, inList);
  const [busy, setBusy] = useState(false);
  useReloadOnChange(status.isConnected);

  async function change(action: ConnectionChange) {
    setBusy(true);
    try {
      const updated = await changeConnection(action, member.id);
      setStatus(updated);
      const title = successOf(action, updated);
      if (!title) throw new Error(`Unexpected status after ${action}: ${JSON.stringify(updated)}`);
      showToast({ title: t(title) });
    } catch (error) {
      showFailure(error, t`Failed to update connection`, [429]);
    }
    setBusy(false);
  }

  if (status.isConnected)
    return <Connected {...{ member, inList, busy }} onDisconnect={() => change("disconnect")} />;
  if (status.isPending)
    return (
      <Button
        variant="quiet"
        size="small"
        busy={busy}
        onClick={() => void change("cancel")}
        data-tooltip={t`Cancel request`}
      >
        <Trans>Requested</Trans>
      </Button>
    );
  const [label, action] = status.hasPendingRequest
    ? ([t`Accept`, "accept"] as const)
    : ([
        t({ message: "Connect", context: "verb", comment: "Button that asks a member to connect" }),
        "request",
      ] as const);
  return (
    <>
      <Button size="small" busy={busy} onClick={() => void change(action)}>
        {label}
      </Button>
      {inList && status.hasPendingRequest && (
        <Button variant="quiet" size="small" busy={busy} onClick={() => void change("reject")}>
          <Trans>Reject</Trans>
        </Button>
      )}
    </>
  );
}

interface ConnectedProps extends Pick<Props, "member" | "inList"> {
  busy: boolean;
  onDisconnect: () => Promise<void>;
}

/** The button that disconnects, after a question, and the link to messages. */
function Connected({ member: { username }, inList, busy, onDisconnect }: ConnectedProps) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        busy={busy}
        onClick={() => setAsking(true)}
        data-tooltip={t`Disconnect`}
      >
        <Check aria-hidden />
        <Trans context="state" comment="Button that shows that the viewer and a member are connected">
          Connected
        </Trans>
      </Button>
      {!inList && (
        <ButtonLink to={`/chat?user=${encodeURIComponent(username)}`} variant="quiet" size="small">
          <Trans context="verb" comment="Link that opens the chat with a member">
            Message
          </Trans>
        </ButtonLink>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t`Disconnect from ${{ username }}?`}
        text={t`You will no longer see each other's posts in your feeds, and cannot message each other.`}
        confirmLabel={t`Disconnect`}
        busy={busy}
        busyLabel={t`Disconnecting...`}
        onConfirm={() => void onDisconnect().finally(() => setAsking(false))}
      />
    </>
  );
}

/** Returns the toast of a successful change, or null when the status is not the requested one. */
function successOf(
  action: ConnectionChange,
  { isConnected, isPending }: ConnectionStatus,
): MessageDescriptor | null {
  switch (action) {
    case "request":
      if (isConnected) return msg`Connected`;
      return isPending ? msg`Request sent` : null;
    case "accept":
      return isConnected ? msg`Connected` : null;
    case "cancel":
      return isConnected ? null : msg`Request cancelled`;
    case "reject":
      return isConnected ? null : msg`Connection rejected`;
    case "disconnect":
      return isConnected ? null : msg`Disconnected`;
  }
}

/** Reloads the page's data when the connection is made or ends, because the counts beside the button change. */
function useReloadOnChange(isConnected: boolean): void {
  const reload = useReload();
  const before = useRef(isConnected);
  useEffect(() => {
    if (before.current === isConnected) return;
    before.current = isConnected;
    void reload();
  }, [isConnected, reload]);
}
