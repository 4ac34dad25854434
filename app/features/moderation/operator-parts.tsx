import type { SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { Form, Link, useNavigation } from "react-router";
import { MODERATION_NOTE_MAX } from "~/contract/limits";
import { type Site, siteTextKinds } from "~/contract/site";
import { Button } from "~/ui/button";
import { dateFormat } from "~/ui/date-format";
import { Field } from "~/ui/field";
import { textLink } from "~/ui/text-link";
import { DeskPart } from "./desk";
import { siteTextNames } from "./site-text-names";

interface Props {
  site: Site;
  mayChange: boolean;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the operator's texts, the announcement and the maintenance mode. */
export function OperatorParts({ site, mayChange, lastResult }: Props) {
  const { t } = useLingui();
  return (
    <>
      <DeskPart title={t({ message: "Texts", comment: "Of the operator: rules, terms and so on" })}>
        <ul className="grid gap-1">
          {siteTextKinds.map((kind) => {
            const count = Object.keys(site.texts[kind] ?? {}).length;
            return (
              <li key={kind}>
                <Link to={`/moderation/site/${kind}`} className={textLink}>
                  {t(siteTextNames[kind])}
                </Link>
                <span className="text-muted text-sm">{` · ${count}`}</span>
              </li>
            );
          })}
        </ul>
      </DeskPart>
      <DeskPart title={t(siteTextNames.announcement)}>
        <AnnouncementPart {...{ site, mayChange, lastResult }} />
      </DeskPart>
      <DeskPart title={t(siteTextNames.read_only)}>
        <ReadOnlyPart {...{ site, mayChange }} />
      </DeskPart>
    </>
  );
}

function OnlyAdmins() {
  return (
    <p className="mt-3 text-muted text-sm">
      <Trans>Only admins can change this.</Trans>
    </p>
  );
}

function NoteOf({ form }: { form: string }) {
  const { t } = useLingui();
  return (
    <Field
      label={t`Note`}
      name="note"
      id={`note-${form}`}
      optional
      maxLength={MODERATION_NOTE_MAX}
      hint={t`For moderators only.`}
    />
  );
}

function ReadOnlyPart({ site: { isReadOnly }, mayChange }: Pick<Props, "site" | "mayChange">) {
  const { t } = useLingui();
  const { formData } = useNavigation();
  return (
    <>
      <p className="font-semibold">
        {isReadOnly ? t`Nobody can change anything` : t`Members can use everything`}
      </p>
      <p className="text-muted text-sm">
        <Trans>During maintenance everybody can read and log in. Admins can use the desk.</Trans>
      </p>
      {mayChange ? (
        <Form key={String(isReadOnly)} method="post" className="mt-4 grid max-w-lg gap-4">
          <input type="hidden" name="intent" value="read-only" />
          <NoteOf form="read-only" />
          <Button
            type="submit"
            name="action"
            value={isReadOnly ? "off" : "on"}
            look={isReadOnly ? "primary" : "danger"}
            className="justify-self-start"
            busy={formData?.get("intent") === "read-only"}
            busyLabel={t`Storing...`}
          >
            {isReadOnly ? t`End maintenance` : t`Start maintenance`}
          </Button>
        </Form>
      ) : (
        <OnlyAdmins />
      )}
    </>
  );
}

/** Returns a time as a field of the type `datetime-local` has it. */
const fieldTime = (iso: string | undefined) => iso?.slice(0, "2026-12-01T08:00".length) ?? "";

function AnnouncementPart({ site: { announcement }, mayChange, lastResult }: Props) {
  const { t, i18n } = useLingui();
  const timeOf = (iso: string) => dateFormat("dayAndTime", i18n.locale, "UTC").format(Date.parse(iso));
  const [from, until] = announcement ? [timeOf(announcement.from), timeOf(announcement.until)] : [];
  return (
    <>
      <p>{from ? t`From ${from} to ${until} UTC.` : t`There is no announcement.`}</p>
      {mayChange ? (
        <AnnouncementForm key={announcement?.id ?? ""} {...{ announcement, lastResult }} />
      ) : (
        <OnlyAdmins />
      )}
    </>
  );
}

function AnnouncementForm({
  announcement,
  lastResult,
}: Pick<Site, "announcement"> & Pick<Props, "lastResult">) {
  const { t } = useLingui();
  const { formData } = useNavigation();
  const sent = lastResult?.initialValue;
  const intent = formData?.get("intent");
  return (
    <Form method="post" preventScrollReset className="mt-4 grid max-w-lg gap-4">
      <Field
        label={t`Start (UTC)`}
        type="datetime-local"
        name="from"
        defaultValue={String(sent?.from ?? fieldTime(announcement?.from))}
        error={lastResult?.error?.from ?? undefined}
      />
      <Field
        label={t`End (UTC)`}
        type="datetime-local"
        name="until"
        defaultValue={String(sent?.until ?? fieldTime(announcement?.until))}
        error={lastResult?.error?.until ?? undefined}
        hint={t`Members who have dismissed an earlier announcement see this one.`}
      />
      <NoteOf form="announcement" />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          name="intent"
          value="announcement"
          busy={intent === "announcement"}
          busyLabel={t`Storing...`}
        >
          <Trans comment="Show an announcement to all members">Publish</Trans>
        </Button>
        {announcement && (
          <Button
            type="submit"
            name="intent"
            value="end-announcement"
            look="danger"
            busy={intent === "end-announcement"}
            busyLabel={t`Storing...`}
          >
            <Trans>End announcement</Trans>
          </Button>
        )}
      </div>
    </Form>
  );
}
