import type { SubmissionResult } from "@conform-to/react";
import { useLingui } from "@lingui/react/macro";
import { Form } from "react-router";
import { type Decision, decisions } from "~/contract/moderation";
import type { ReportView } from "~/contract/moderation-views";
import type { ReportKind } from "~/contract/safety";
import { Checkbox } from "~/ui/checkbox";
import { ActionButton } from "./action-button";
import { AskingButton } from "./asking-button";
import { removableTexts } from "./kind-texts";
import { decisionButtons } from "./names";
import { NoteField } from "./note-field";
import { Problems } from "./problems";
import { SuspensionFields } from "./suspension-fields";

interface Props {
  report: ReportView;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the form of a decision. Those that take something away ask before they are stored. */
export function DecisionForm({ report: { kind, reports, snapshot }, lastResult }: Props) {
  const { t } = useLingui();
  const removable = kind === "member" ? null : removableTexts[kind];
  return (
    <Form method="post" className="grid gap-5">
      <Problems lastResult={lastResult} />
      <SuspensionFields
        reason={reports[0]?.reason ?? "other"}
        hint={t`For a silence or a suspension. Empty: a suspension without an end.`}
      />
      <NoteField />
      {removable && <Checkbox name="removes" label={t(removable.choice)} />}
      <DecisionButtons kind={kind} username={snapshot.username} />
    </Form>
  );
}

/** Renders the decisions that a subject can have. */
function DecisionButtons({ kind, username }: { kind: ReportKind; username: string }) {
  const { t } = useLingui();
  const removable = kind === "member" ? null : removableTexts[kind];
  const offered = decisions.filter((action) => {
    if (action === "remove") return kind !== "member";
    return action !== "cover" || kind === "post";
  });
  return (
    <div className="flex flex-wrap gap-3">
      {offered.map((action) =>
        action === "remove" && removable ? (
          <AskingButton
            key={action}
            variant="primary"
            shortcut={decisionButtons[action].key}
            label={t`Remove…`}
            question={t(removable.question)}
            text={
              kind === "post"
                ? t`Nobody can see it any more. Undoing brings it back, but not its likes and comments.`
                : t`Nobody can see it any more. Undoing brings it back.`
            }
          >
            <DecisionButton action={action} />
          </AskingButton>
        ) : action === "suspend" ? (
          <AskingButton
            key={action}
            variant="danger"
            shortcut={decisionButtons[action].key}
            label={t`Suspend…`}
            question={t`Suspend ${username}?`}
            text={t`They are logged out at once, and for everybody else they do not exist.`}
          >
            <DecisionButton action={action} />
          </AskingButton>
        ) : (
          <DecisionButton key={action} action={action} shortcut={decisionButtons[action].key} />
        ),
      )}
    </div>
  );
}

function DecisionButton({ action, shortcut }: { action: Decision; shortcut?: string }) {
  const { t } = useLingui();
  const isDangerous = action === "remove" || action === "suspend";
  const variant = isDangerous ? "danger" : action === "dismiss" ? "quiet" : "primary";
  return <ActionButton {...{ action, shortcut, variant }}>{t(decisionButtons[action].label)}</ActionButton>;
}
