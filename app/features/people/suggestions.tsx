import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { type MouseEvent, useId, useMemo, useState } from "react";
import type { SuggestedMember } from "~/contract/explore";
import { api } from "~/features/api/client";
import { showFailure } from "~/features/api/session-end";
import { IconButton } from "~/ui/icon-button";
import { MemberRow } from "./member-list";
import { suggestionText } from "./reason-text";

/**
 * Lists members whom the viewer may know, with the reason and buttons to connect and dismiss
 * (docs/product.md#suggestions); renders nothing without any.
 * @param max the number of members shown; a dismissed one makes room for the next
 */
export function Suggestions({ members, max }: { members: readonly SuggestedMember[]; max?: number }) {
  const { i18n, t } = useLingui();
  const id = useId();
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  // Suggested members have no connection or request. One object per load: a later load replaces the button's status.
  const listed = useMemo(
    () =>
      members.map(({ reason, ...member }) => ({
        reason,
        member: { ...member, connection: { isConnected: false, isPending: false, hasPendingRequest: false } },
      })),
    [members],
  );
  const shown = listed.filter(({ member }) => !dismissed.has(member.id)).slice(0, max);

  async function dismiss(event: MouseEvent<HTMLElement>, userId: string) {
    // The pressed button is unmounted.
    const row = event.currentTarget.closest("li");
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    (next?.querySelector("a") ?? document.getElementById("content"))?.focus({ preventScroll: true });
    setDismissed((ids) => new Set([...ids, userId]));
    try {
      await api("DELETE /api/users/suggestions/{userId}", { params: { userId } });
    } catch (error) {
      setDismissed((ids) => new Set([...ids].filter((one) => one !== userId)));
      showFailure(error, t`Failed to dismiss the suggestion`);
    }
  }

  if (shown.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="font-semibold text-lg">
        <Trans>People you may know</Trans>
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {shown.map(({ reason, member }) => (
          <MemberRow
            key={member.id}
            member={member}
            note={reason && suggestionText(i18n, reason)}
            action={
              <IconButton
                label={t`Do not suggest ${{ username: member.username }}`}
                icon={<X aria-hidden className="!size-5" />}
                onClick={(event) => void dismiss(event, member.id)}
              />
            }
          />
        ))}
      </ul>
    </section>
  );
}
