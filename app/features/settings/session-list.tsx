import { Trans, useLingui } from "@lingui/react/macro";
import { Monitor, Smartphone } from "lucide-react";
import { Form, useNavigation } from "react-router";
import type { SessionView } from "~/contract/accounts";
import { deviceOf } from "~/contract/device";
import { Button } from "~/ui/button";
import { TimeAgo } from "~/ui/time-ago";

/** Renders the member's sessions, each with a button to end it, and a button to end all others. */
export function SessionList({ sessions }: { sessions: SessionView[] }) {
  const { formData } = useNavigation();
  return (
    <>
      <ul className="grid gap-1">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} isEnding={formData?.get("id") === session.id} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post" preventScrollReset className="mt-4">
          <Button type="submit" variant="quiet" name="intent" value="end-others">
            <Trans>End all other sessions</Trans>
          </Button>
        </Form>
      )}
    </>
  );
}

function SessionRow({
  session: { id, userAgent, lastSeenAt, isCurrent },
  isEnding,
}: {
  session: SessionView;
  isEnding: boolean;
}) {
  const { t } = useLingui();
  const { name, isPhone } = deviceOf(userAgent);
  const device = typeof name === "string" ? name : t(name);
  const Icon = isPhone ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-4 py-2">
      <Icon aria-hidden className="size-6 shrink-0 stroke-[1.5] text-muted" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{device}</p>
        <p className="text-muted text-sm">
          {isCurrent ? (
            <span className="text-success">
              <Trans>This session</Trans>
            </span>
          ) : (
            <span key="last-active">
              <Trans>
                Last active <TimeAgo iso={lastSeenAt} />
              </Trans>
            </span>
          )}
        </p>
      </div>
      {!isCurrent && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="end-session" />
          <input type="hidden" name="id" value={id} />
          <Button
            type="submit"
            variant="quiet"
            size="small"
            busy={isEnding}
            busyLabel={t`Ending...`}
            aria-label={t`End the session on ${device}`}
          >
            <Trans context="verb" comment="Button that ends a session">
              End
            </Trans>
          </Button>
        </Form>
      )}
    </li>
  );
}
