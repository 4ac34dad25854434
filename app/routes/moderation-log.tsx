import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import { listLog } from "~/domain/moderation/list-log";
import { Desk } from "~/features/moderation/desk";
import { DeskError } from "~/features/moderation/desk-error";
import { LogList } from "~/features/moderation/log-list";
import { onMemberPage } from "~/page-context";
import { ButtonLink } from "~/ui/button";
import type { Route } from "./+types/moderation-log";

export const handle = { title: msg`Moderation log` };

export function loader({ context, url }: Route.LoaderArgs) {
  const cursor = url.searchParams.get("cursor");
  return onMemberPage(context, (ctx) => listLog(ctx, { cursor, limit: PAGE_LIMIT_DEFAULT }));
}

export default function ModerationLog({ loaderData: { items, next } }: Route.ComponentProps) {
  const { t } = useLingui();
  return (
    <Desk
      title={t({ message: "Log", comment: "The list of all decisions of moderators" })}
      keys={t`j, k: move · Enter: open`}
    >
      <div className="mt-6">
        {items.length === 0 ? (
          <p>
            <Trans>Nothing has been decided yet.</Trans>
          </p>
        ) : (
          <LogList entries={items} />
        )}
      </div>
      {next && (
        <ButtonLink to={`?cursor=${next}`} variant="quiet" className="mt-4">
          <Trans comment="Link to older decisions">Older</Trans>
        </ButtonLink>
      )}
    </Desk>
  );
}

export function ErrorBoundary() {
  return <DeskError />;
}
