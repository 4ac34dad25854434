import type { SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { Form, Link, useNavigation } from "react-router";
import { type Site, siteTextKinds } from "~/contract/site";
import { Button, type ButtonProps } from "~/ui/button";
import { dateFormat } from "~/ui/date-format";
import { Field } from "~/ui/field";
import { IntentButton } from "~/ui/intent-button";
import { textLink } from "~/ui/text-link";
import { AskingButton } from "./asking-button";
import { AdminsOnly, NoteLine } from "./note-and-save";
import { siteTextNames } from "./site-text-names";

interface Props {
  site: Site;
  mayChange: boolean;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the links to the operator's texts, with the number of their languages. */
export function TextsPart({ site }: Pick<Props, "site">) {
  const { t } = useLingui();
  return (
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
  );
}

/** Renders the state of the maintenance, and for admins the form that starts or ends it. */
export function ReadOnlyPart({ site: { isReadOnly }, mayChange }: Pick<Props, "site" | "mayChange">) {
  const { t } = useLingui();
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
          <NoteLine id="note-read-only" />
          <div>
            {isReadOnly ? (
              <MaintenanceButton action="off" variant="primary" label={t`End maintenance`} />
            ) : (
              <AskingButton
                variant="danger"
                label={t`Start maintenance…`}
                question={t`Start maintenance?`}
                text={t`Until an admin ends it, everybody else can only read.`}
              >
                <MaintenanceButton action="on" variant="danger" label={t`Start maintenance`} />
              </AskingButton>
            )}
          </div>
        </Form>
      ) : (
        <AdminsOnly />
      )}
    </>
  );
}

interface MaintenanceButtonProps {
  action: "on" | "off";
  variant: ButtonProps["variant"];
  label: string;
}

function MaintenanceButton({ action, variant, label }: MaintenanceButtonProps) {
  const { t } = useLingui();
  const { formData } = useNavigation();
  const busy = formData?.get("intent") === "read-only";
  return (
    <Button type="submit" name="action" value={action} busyLabel={t`Storing...`} {...{ variant, busy }}>
      {label}
    </Button>
  );
}

/** Returns a time as a field of the type `datetime-local` has it. */
const fieldTime = (iso: string | undefined) => iso?.slice(0, "2026-12-01T08:00".length) ?? "";

/** Renders the times of the announcement, and for admins the form that shows or ends it. */
export function AnnouncementPart({ site: { announcement }, mayChange, lastResult }: Props) {
  const { t, i18n } = useLingui();
  const timeOf = (iso: string) => dateFormat("dayAndTime", i18n.locale, "UTC").format(Date.parse(iso));
  const [from, until] = announcement ? [timeOf(announcement.from), timeOf(announcement.until)] : [];
  return (
    <>
      <p>{from ? t`From ${from} to ${until} UTC.` : t`There is no announcement.`}</p>
      {mayChange ? (
        <AnnouncementForm key={announcement?.id ?? ""} {...{ announcement, lastResult }} />
      ) : (
        <AdminsOnly />
      )}
    </>
  );
}

function AnnouncementForm({
  announcement,
  lastResult,
}: Pick<Site, "announcement"> & Pick<Props, "lastResult">) {
  const { t } = useLingui();
  const sent = lastResult?.initialValue;
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
      <NoteLine id="note-announcement" />
      <div className="flex flex-wrap gap-3">
        <IntentButton intent="announcement" busyLabel={t`Storing...`}>
          <Trans comment="Show an announcement to all members">Publish</Trans>
        </IntentButton>
        {announcement && (
          <IntentButton intent="end-announcement" variant="danger" busyLabel={t`Storing...`}>
            <Trans>End announcement</Trans>
          </IntentButton>
        )}
      </div>
    </Form>
  );
}
