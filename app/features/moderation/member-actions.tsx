import type { SubmissionResult } from "@conform-to/react";
import { useLingui } from "@lingui/react/macro";
import { Form, useNavigation } from "react-router";
import { DECISION_DAYS_MAX } from "~/contract/limits";
import {
  type DeskMember,
  type MemberAction,
  memberActionNames,
  memberActions,
} from "~/contract/member-actions";
import { reasonNames, reportReasons } from "~/contract/safety";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { AskingButton } from "./asking-button";
import { Choice } from "./choice";
import { memberActionTexts } from "./member-action-texts";
import { NoteField } from "./note-field";

interface Props {
  member: DeskMember;
  lastResult?: SubmissionResult<string[]>;
}

/** Returns the actions that the viewer may take and that change something. */
function actionsFor(member: DeskMember): MemberAction[] {
  const { state, isAdmin, emailConfirmed, hasTwoFactor } = member;
  const isOffered: Partial<Record<MemberAction, boolean>> = {
    suspend: state !== "waiting",
    unsuspend: state === "suspended",
    confirm_email: emailConfirmed === 0,
    end_two_factor: hasTwoFactor === 1,
    promote: state === "active",
  };
  return memberActionNames.filter(
    (action) => (memberActions[action] === "moderator" || isAdmin === 1) && isOffered[action] !== false,
  );
}

/** Renders the actions on the account of a member. Those that take something away ask first. */
export function MemberActions({ member, lastResult }: Props) {
  const { t, i18n } = useLingui();
  const problems = Object.values(lastResult?.error ?? {}).flatMap((texts) => texts ?? []);
  const actions = actionsFor(member);
  return (
    <Form method="post" className="grid max-w-lg gap-5">
      {problems.length > 0 && (
        <p role="alert" className="text-danger">
          {[...new Set(problems)].join(" ")}
        </p>
      )}
      {/* The other of the two roles that the desk gives. */}
      <input type="hidden" name="role" value={member.role === "member" ? "moderator" : "member"} />
      {actions.includes("suspend") && (
        <>
          <Choice
            name="reason"
            label={t`Reason`}
            value="other"
            options={reportReasons.map((reason) => [reason, i18n._(reasonNames[reason])])}
          />
          <Field
            label={t`Days`}
            name="days"
            type="number"
            min={1}
            max={DECISION_DAYS_MAX}
            defaultValue={7}
            hint={t`Reason and days are for a suspension. Without days it has no end.`}
          />
        </>
      )}
      <NoteField />
      <div className="flex flex-wrap gap-3">
        {actions.map((action) => (
          <Action key={action} action={action} member={member} />
        ))}
      </div>
    </Form>
  );
}

function Action({ action, member }: { action: MemberAction; member: DeskMember }) {
  const { t } = useLingui();
  const { formData } = useNavigation();
  const { label, question, look } = memberActionTexts(action, member);
  const button = (
    <Button
      type="submit"
      name="action"
      value={action}
      look={look}
      busy={formData?.get("action") === action}
      busyLabel={t`Storing...`}
    >
      {t(label)}
    </Button>
  );
  if (!question) return button;
  const name = t(label);
  return (
    <AskingButton look={look} label={`${name}…`} question={t(question.title)} text={t(question.text)}>
      {button}
    </AskingButton>
  );
}
