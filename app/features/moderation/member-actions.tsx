import type { SubmissionResult } from "@conform-to/react";
import { useLingui } from "@lingui/react/macro";
import { Form } from "react-router";
import {
  type DeskMember,
  type MemberAction,
  memberActionNames,
  memberActions,
} from "~/contract/member-actions";
import { ActionButton } from "./action-button";
import { AskingButton } from "./asking-button";
import { memberActionTexts } from "./member-action-texts";
import { NoteField } from "./note-field";
import { Problems } from "./problems";
import { SuspensionFields } from "./suspension-fields";

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
  const { t } = useLingui();
  const actions = actionsFor(member);
  return (
    <Form method="post" className="grid max-w-lg gap-5">
      <Problems lastResult={lastResult} />
      {/* The other of the two roles that the desk gives. */}
      <input type="hidden" name="role" value={member.role === "member" ? "moderator" : "member"} />
      {actions.includes("suspend") && (
        <SuspensionFields
          reason="other"
          hint={t`Reason and days are for a suspension. Without days it has no end.`}
        />
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
  const { label, question, variant } = memberActionTexts(action, member);
  const button = (
    <ActionButton action={action} variant={variant}>
      {t(label)}
    </ActionButton>
  );
  if (!question) return button;
  const name = t(label);
  return (
    <AskingButton variant={variant} label={`${name}…`} question={t(question.title)} text={t(question.text)}>
      {button}
    </AskingButton>
  );
}
