import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { DeskMember, MemberAction } from "~/contract/member-actions";
import type { ButtonProps } from "~/ui/button";

interface ActionTexts {
  label: MessageDescriptor;
  variant: ButtonProps["variant"];
  /** Asked before an action that takes something away. */
  question?: { title: MessageDescriptor; text: MessageDescriptor };
}

/** Returns the texts of an action on the account of a member. */
export function memberActionTexts(action: MemberAction, { username, role }: DeskMember): ActionTexts {
  const texts: Record<MemberAction, ActionTexts> = {
    suspend: {
      label: msg({ message: "Suspend", context: "verb", comment: "Suspend a member" }),
      variant: "danger",
      question: {
        title: msg`Suspend ${username}?`,
        text: msg`They are logged out at once, and for everybody else they do not exist.`,
      },
    },
    unsuspend: { label: msg`End suspension`, variant: "primary" },
    end_sessions: { label: msg`Log out everywhere`, variant: "quiet" },
    send_reset: { label: msg`Send reset link`, variant: "quiet" },
    confirm_email: {
      label: msg`Confirm email`,
      variant: "quiet",
      question: {
        title: msg`Confirm the email of ${username}?`,
        text: msg`First make sure that the address is theirs.`,
      },
    },
    end_two_factor: {
      label: msg`Turn off two-factor authentication`,
      variant: "quiet",
      question: {
        title: msg`Turn off two-factor authentication of ${username}?`,
        text: msg`First make sure that it is them. They are told by email.`,
      },
    },
    promote: {
      label: role === "member" ? msg`Make moderator` : msg`Make member`,
      variant: "quiet",
      question: {
        title:
          role === "member" ? msg`Make ${username} a moderator?` : msg`Take the role of ${username} away?`,
        text: msg`It works at once.`,
      },
    },
    delete: {
      label: msg`Delete account`,
      variant: "danger",
      question: {
        title: msg`Delete the account of ${username}?`,
        text: msg`Everything they have shared is deleted at once. You cannot undo this.`,
      },
    },
  };
  return texts[action];
}
