import type { SubmissionResult } from "@conform-to/react";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Form } from "react-router";
import { isColour } from "~/contract/accent";
import type { Site } from "~/contract/site";
import { SITE_NAME_MAX } from "~/contract/site-branding";
import { iconPath } from "~/contract/site-icon";
import { nameOf, site } from "~/contract/site-name";
import { Checkbox } from "~/ui/checkbox";
import { Field } from "~/ui/field";
import { FieldError } from "~/ui/field-error";
import { Logomark } from "~/ui/logo";
import { AccentPreview } from "./accent-preview";
import { AdminsOnly, NoteAndSave } from "./note-and-save";

export type Branding = Pick<Site, "name" | "contact" | "accent" | "icon">;

interface Props {
  branding: Branding;
  mayChange: boolean;
  lastResult?: SubmissionResult<string[]> | undefined;
}

/** Renders the name, the contact, the colour and the icon of the site, and for admins the form that changes them. */
export function SiteBrandingForm({ branding, mayChange, lastResult }: Props) {
  const { t } = useLingui();
  if (!mayChange) return <BrandingShown {...branding} />;
  const { error, initialValue: sent } = lastResult ?? {};
  return (
    <Form
      key={[branding.name, branding.contact, branding.accent, branding.icon].join(" ")}
      method="post"
      encType="multipart/form-data"
      preventScrollReset
      className="grid max-w-lg gap-4"
    >
      <Field
        label={t({ message: "Name", comment: "The name of the site" })}
        name="name"
        id="site-name"
        optional
        limit={SITE_NAME_MAX}
        defaultValue={String(sent?.name ?? branding.name)}
        placeholder={site}
        hint={t`Shown on pages, in emails and on home screens.`}
        error={error?.name ?? undefined}
      />
      <Field
        label={t({ message: "Contact", comment: "The email address of the operator" })}
        name="contact"
        id="site-contact"
        type="email"
        optional
        defaultValue={String(sent?.contact ?? branding.contact)}
        hint={t`An email address, shown with the operator's name on the terms and the privacy page.`}
        error={error?.contact ?? undefined}
      />
      <AccentField accent={String(sent?.accent ?? branding.accent)} error={error?.accent ?? undefined} />
      <IconField icon={branding.icon} error={error?.icon ?? undefined} />
      <NoteAndSave intent="look" />
    </Form>
  );
}

function AccentField({ accent, error }: { accent: string; error: string[] | undefined }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(accent);
  const colour = typed.trim().toLowerCase();
  const isWhole = isColour(colour);
  return (
    <div className="grid gap-3">
      <div className="flex items-start gap-3">
        <Field
          label={t`Accent colour`}
          name="accent"
          id="site-accent"
          dir="ltr"
          optional
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          placeholder="#bc3e0d"
          className="grow"
          hint={t`For links, badges and rings. Leave it empty for the usual colours.`}
          error={error}
        />
        <input
          type="color"
          aria-label={t`Choose the accent colour`}
          value={isWhole ? colour : "#bc3e0d"}
          onChange={(event) => setTyped(event.currentTarget.value)}
          className="mt-6.5 size-11 shrink-0 rounded-control border border-edge bg-surface p-1"
        />
      </div>
      {isWhole && <AccentPreview colour={colour} />}
    </div>
  );
}

function IconField({ icon, error }: { icon: string; error: string[] | undefined }) {
  const { t } = useLingui();
  return (
    <div className="grid gap-1.5 text-sm">
      <label htmlFor="site-icon" className="font-medium">
        {t({ message: "Icon", comment: "The image that stands for the site" })}
      </label>
      <div className="flex flex-wrap items-center gap-4">
        {icon ? (
          <img src={iconPath(icon, "192")} alt="" width={48} height={48} className="rounded-control" />
        ) : (
          <Logomark size={48} />
        )}
        <input
          id="site-icon"
          type="file"
          name="icon"
          accept="image/png,image/jpeg,image/webp"
          aria-describedby="site-icon-hint"
          aria-invalid={error ? true : undefined}
          className="min-h-11 min-w-0 max-w-full content-center"
        />
      </div>
      {error ? (
        <FieldError id="site-icon-hint" error={error} />
      ) : (
        <p id="site-icon-hint" className="text-muted">
          {t`PNG, JPEG or WebP, at least 512 pixels on each side. The square in the middle is shown.`}
        </p>
      )}
      {icon && <Checkbox name="removesIcon" label={t`Remove the icon`} />}
    </div>
  );
}

function BrandingShown({ icon, contact }: Branding) {
  const { i18n } = useLingui();
  return (
    <>
      <p className="flex items-center gap-3">
        {icon ? <img src={iconPath(icon, "192")} alt="" width={32} height={32} /> : <Logomark size={32} />}
        <span translate="no">{nameOf(i18n)}</span>
      </p>
      {contact && (
        <p dir="ltr" translate="no" className="wrap-anywhere mt-1">
          {contact}
        </p>
      )}
      <AdminsOnly />
    </>
  );
}
