import type { SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { Form, useNavigation } from "react-router";
import { MODERATION_NOTE_MAX } from "~/contract/limits";
import type { CeilingState } from "~/contract/moderation-views";
import type { SignUpView } from "~/contract/sign-ups";
import type { Site } from "~/contract/site";
import { Button } from "~/ui/button";
import { dateFormat } from "~/ui/date-format";
import { Field } from "~/ui/field";
import { Desk, DeskPart } from "./desk";
import { HealthLink } from "./health-link";
import { ceilingNames } from "./names";
import { OperatorParts } from "./operator-parts";
import { SignUpsForm } from "./sign-ups-form";
import { SiteLookForm } from "./site-look-form";
import { WordsPart } from "./words-part";

interface Props {
  states: CeilingState[];
  signUps: SignUpView & { mayChange: boolean };
  site: Site;
  words: string[];
  lastResult?: SubmissionResult<string[]>;
}

/** Renders what all members together have used today, with the switches, and who can sign up. */
export function SitePage({ states, signUps, site, words, lastResult }: Props) {
  const { t } = useLingui();
  // Without JavaScript the page is at its start, above the field.
  const problem = Object.values(lastResult?.error ?? {}).flatMap((texts) => texts ?? [])[0];
  return (
    <Desk title={t({ message: "Site", comment: "Afterglow as a whole, in the log of moderators" })}>
      <p className="mt-4 text-muted">
        <Trans>
          The operator pays for each use of these. A switch takes effect with the next request of each member.
        </Trans>
      </p>
      {signUps.mayChange && <HealthLink />}
      {problem && (
        <p role="alert" className="mt-4 text-danger">
          {problem}
        </p>
      )}
      {states.map((state) => (
        <DeskPart key={state.name} title={t(ceilingNames[state.name])}>
          <Ceiling state={state} />
        </DeskPart>
      ))}
      <DeskPart title={t`Name and look`}>
        <SiteLookForm look={site} mayChange={signUps.mayChange} lastResult={lastResult} />
      </DeskPart>
      <DeskPart title={t({ message: "Sign-ups", comment: "The part of a page about who can sign up" })}>
        <SignUpsForm signUps={signUps} lastResult={lastResult} />
      </DeskPart>
      <OperatorParts site={site} mayChange={signUps.mayChange} lastResult={lastResult} />
      <WordsPart words={words} mayChange={signUps.mayChange} />
    </Desk>
  );
}

function Ceiling({ state: { name, used, most, until, isOff } }: { state: CeilingState }) {
  const { t, i18n } = useLingui();
  const { formData } = useNavigation();
  const subject = t(ceilingNames[name]);
  const [count, limit] = [i18n.number(used), i18n.number(most)];
  const time = until && dateFormat("dayAndTime", i18n.locale, "UTC").format(Date.parse(until));
  return (
    <>
      <p>
        <span className="font-semibold">
          {isOff
            ? t({ message: "Switched off", context: "state" })
            : t({ message: "On", comment: "A part of the site is switched on" })}
        </span>
        <span className="figures">{` · ${t`${count} of ${limit} in 24 hours`}`}</span>
      </p>
      {time && <p className="text-muted text-sm">{t`The count begins again at ${time} UTC.`}</p>}
      <Form key={String(isOff)} method="post" className="mt-4 grid max-w-lg gap-4">
        <input type="hidden" name="intent" value="switch" />
        <input type="hidden" name="name" value={name} />
        <Field
          label={t`Note`}
          name="note"
          id={`note-${name}`}
          optional
          maxLength={MODERATION_NOTE_MAX}
          hint={t`For moderators only.`}
        />
        <Button
          type="submit"
          name="action"
          value={isOff ? "on" : "off"}
          look={isOff ? "primary" : "danger"}
          className="justify-self-start"
          aria-label={isOff ? t`Switch on: ${subject}` : t`Switch off: ${subject}`}
          busy={formData?.get("name") === name}
          busyLabel={t`Storing...`}
        >
          {isOff ? t`Switch on` : t`Switch off`}
        </Button>
      </Form>
    </>
  );
}
