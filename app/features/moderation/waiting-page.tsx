import type { SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { UserRoundCheck } from "lucide-react";
import { Form, useNavigation } from "react-router";
import { MODERATION_NOTE_MAX } from "~/contract/limits";
import type { WaitingMember } from "~/contract/sign-ups";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { EmptyState } from "~/ui/states";
import { TimeAgo } from "~/ui/time-ago";
import { AskingButton } from "./asking-button";
import { Desk } from "./desk";

interface Props {
  people: WaitingMember[];
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the people whose accounts wait for approval, the oldest first. */
export function WaitingPage({ people, lastResult }: Props) {
  const { t } = useLingui();
  const problem = Object.values(lastResult?.error ?? {}).flatMap((texts) => texts ?? [])[0];
  return (
    <Desk title={t({ message: "Sign-ups", comment: "The part of a page about who can sign up" })}>
      {problem && (
        <p role="alert" className="mt-4 text-danger">
          {problem}
        </p>
      )}
      {people.length === 0 ? (
        <EmptyState
          level={2}
          icon={<UserRoundCheck aria-hidden />}
          title={t`All done`}
          text={t`Nobody waits for approval.`}
        />
      ) : (
        <ol className="mt-2 grid">
          {people.map((person) => (
            <li key={person.id} className="border-line border-b py-6 last:border-0">
              <Person person={person} />
            </li>
          ))}
        </ol>
      )}
    </Desk>
  );
}

function Person({
  person: { id, fullName, domain, reason, network, sameNetwork, since },
}: {
  person: WaitingMember;
}) {
  const { t, i18n } = useLingui();
  const { formData } = useNavigation();
  const busyWith = formData?.get("id") === id ? formData.get("action") : null;
  const others = i18n.number(sameNetwork - 1);
  return (
    <>
      <h2 dir="auto" className="wrap-anywhere w-fit max-w-full font-semibold">
        {fullName}
      </h2>
      <p className="wrap-anywhere text-muted text-sm">
        <span translate="no">{`@${domain}`}</span>
        {" · "}
        <span>{sameNetwork > 1 ? t`Network ${network}, ${others} more from it` : t`Network ${network}`}</span>
        {" · "}
        <TimeAgo iso={since} />
      </p>
      <p dir="auto" className="wrap-anywhere mt-2 whitespace-pre-line">
        {reason}
      </p>
      <Form method="post" preventScrollReset className="mt-4 grid max-w-lg gap-4">
        <input type="hidden" name="id" value={id} />
        <Field
          label={t`Note`}
          name="note"
          id={`note-${id}`}
          optional
          maxLength={MODERATION_NOTE_MAX}
          hint={t`For moderators only.`}
        />
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            name="action"
            value="approve"
            aria-label={t`Approve ${fullName}`}
            busy={busyWith === "approve"}
            busyLabel={t`Storing...`}
          >
            <Trans comment="Button that lets a person join">Approve</Trans>
          </Button>
          <AskingButton
            look="danger"
            label={t`Decline…`}
            aria-label={t`Decline ${fullName}…`}
            question={t`Decline ${fullName}?`}
            text={t`We tell them by email and delete their account. You cannot undo this.`}
          >
            <Button
              type="submit"
              look="danger"
              name="action"
              value="decline"
              busy={busyWith === "decline"}
              busyLabel={t`Storing...`}
            >
              <Trans comment="Button that refuses a person who would like to join">Decline</Trans>
            </Button>
          </AskingButton>
        </div>
      </Form>
    </>
  );
}
