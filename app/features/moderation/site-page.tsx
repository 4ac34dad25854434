import type { SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { CeilingState } from "~/contract/moderation-views";
import type { SignUpView } from "~/contract/sign-ups";
import type { Site } from "~/contract/site";
import { Button } from "~/ui/button";
import { dateFormat } from "~/ui/date-format";
import { textLink } from "~/ui/text-link";
import { Desk, DeskPart } from "./desk";
import { HealthLink } from "./health-link";
import { ceilingNames } from "./names";
import { NoteLine } from "./note-and-save";
import { AnnouncementPart, ReadOnlyPart, TextsPart } from "./operator-parts";
import { Problems } from "./problems";
import { SignUpsForm } from "./sign-ups-form";
import { SiteBrandingForm } from "./site-branding-form";
import { siteTextNames } from "./site-text-names";
import { WordsPart } from "./words-part";

interface Props {
  states: CeilingState[];
  signUps: SignUpView & { mayChange: boolean };
  site: Site;
  words: string[];
  lastResult?: SubmissionResult<string[]>;
}

interface Part {
  title: string;
  content: ReactNode;
}

/** Renders what all members together have used today, with the switches, and the settings of the site. */
export function SitePage(props: Props) {
  const { signUps, lastResult } = props;
  const { t } = useLingui();
  const parts = Object.entries(useParts(props));
  return (
    <Desk title={t({ message: "Site", comment: "Afterglow as a whole, in the log of moderators" })}>
      <Problems lastResult={lastResult} className="mt-4" />
      <nav aria-label={t`On this page`} className="mt-4">
        <ul className="flex flex-wrap gap-x-4">
          {parts.map(([id, { title }]) => (
            <li key={id}>
              <a href={`#${id}`} className={textLink}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {signUps.mayChange && <HealthLink />}
      <p className="mt-4 text-muted">
        <Trans>
          The operator pays for each use of these. A switch takes effect with the next request of each member.
        </Trans>
      </p>
      {parts.map(([id, { title, content }]) => (
        <DeskPart key={id} id={id} title={title}>
          {content}
        </DeskPart>
      ))}
    </Desk>
  );
}

/** Returns the parts of the page, by the ids to which its links lead. */
function useParts({ states, signUps, site, words, lastResult }: Props): Record<string, Part> {
  const { t } = useLingui();
  const { mayChange } = signUps;
  const ceilings: Record<string, Part> = {};
  for (const state of states)
    ceilings[state.name] = { title: t(ceilingNames[state.name]), content: <Ceiling state={state} /> };
  return {
    ...ceilings,
    look: {
      title: t`Name and look`,
      content: <SiteBrandingForm branding={site} {...{ mayChange, lastResult }} />,
    },
    "sign-ups": {
      title: t({ message: "Sign-ups", comment: "The part of a page about who can sign up" }),
      content: <SignUpsForm signUps={signUps} lastResult={lastResult} />,
    },
    texts: {
      title: t({ message: "Texts", comment: "Of the operator: rules, terms and so on" }),
      content: <TextsPart site={site} />,
    },
    announcement: {
      title: t(siteTextNames.announcement),
      content: <AnnouncementPart {...{ site, mayChange, lastResult }} />,
    },
    maintenance: { title: t(siteTextNames.read_only), content: <ReadOnlyPart {...{ site, mayChange }} /> },
    words: { title: t`Words that hold a post`, content: <WordsPart {...{ words, mayChange }} /> },
  };
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
        <NoteLine id={`note-${name}`} />
        <Button
          type="submit"
          name="action"
          value={isOff ? "on" : "off"}
          variant={isOff ? "primary" : "danger"}
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
