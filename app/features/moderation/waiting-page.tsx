import type { SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { UserRoundCheck } from "lucide-react";
import { Form } from "react-router";
import type { WaitingMember } from "~/contract/sign-ups";
import { EmptyState } from "~/ui/states";
import { TimeAgo } from "~/ui/time-ago";
import { ActionButton } from "./action-button";
import { AskingButton } from "./asking-button";
import { Desk } from "./desk";
import { NoteLine } from "./note-and-save";
import { Problems } from "./problems";

interface Props {
  people: WaitingMember[];
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the people whose accounts wait for approval, the oldest first. */
export function WaitingPage({ people, lastResult }: Props) {
  const { t } = useLingui();
  return (
    <Desk title={t({ message: "Sign-ups", comment: "The part of a page about who can sign up" })}>
      <Problems lastResult={lastResult} className="mt-4" />
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
        <NoteLine id={`note-${id}`} />
        <div className="flex flex-wrap gap-3">
          <ActionButton action="approve" formId={id} aria-label={t`Approve ${fullName}`}>
            <Trans comment="Button that lets a person join">Approve</Trans>
          </ActionButton>
          <AskingButton
            variant="danger"
            label={t`Decline…`}
            aria-label={t`Decline ${fullName}…`}
            question={t`Decline ${fullName}?`}
            text={t`We tell them by email and delete their account. You cannot undo this.`}
          >
            <ActionButton action="decline" formId={id} variant="danger">
              <Trans comment="Button that refuses a person who would like to join">Decline</Trans>
            </ActionButton>
          </AskingButton>
        </div>
      </Form>
    </>
  );
}
