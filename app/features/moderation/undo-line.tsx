import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { UndoableDecision } from "~/contract/moderation-views";
import { Button } from "~/ui/button";
import { actionNames, subjectName } from "./names";

/**
 * Renders the moderator's latest decision, with a button that undoes it. The decision is already in effect, so closing
 * the page changes nothing. The line disappears when its time is over, unless the button has the focus.
 */
export function UndoLine({ decision: { id, action, kind, member, leftMs } }: { decision: UndoableDecision }) {
  const { t } = useLingui();
  const line = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const { formData } = useNavigation();
  useEffect(() => {
    const timer = setTimeout(() => setOver(!line.current?.contains(document.activeElement)), leftMs);
    return () => clearTimeout(timer);
  }, [leftMs]);
  if (isOver) return null;
  return (
    <div
      ref={line}
      role="alert"
      className="mt-5 flex animate-rise flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3"
    >
      <p className="wrap-anywhere min-w-0 flex-1">
        <span className="font-semibold">{t(actionNames[action])}</span> · <span>{t(subjectName(kind))}</span>{" "}
        · <bdi translate="no">{member}</bdi>
      </p>
      <Form method="post" action={`/moderation/decisions/${id}`}>
        <input type="hidden" name="reopens" value="on" />
        <Button
          type="submit"
          variant="quiet"
          size="small"
          name="action"
          value="undo"
          aria-keyshortcuts="z"
          busy={formData?.get("action") === "undo"}
          busyLabel={t`Undoing...`}
        >
          <Trans comment="Button that undoes a decision">Undo</Trans>
        </Button>
      </Form>
    </div>
  );
}
