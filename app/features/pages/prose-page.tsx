import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { languageFor } from "~/contract/languages";
import { type Operator, operatorName } from "~/contract/operator";
import { LanguageSwitch } from "~/features/language/language-switch";
import { dateFormat } from "~/ui/date-format";
import { Logo } from "~/ui/logo";
import { loneLink, textLink } from "~/ui/text-link";
import { Markdown } from "./markdown";

export interface ProseSection {
  heading: MessageDescriptor;
  body: ReactNode;
}

interface OwnText extends Pick<ComponentProps<typeof Markdown>, "blocks" | "language"> {
  /** ISO 8601. */
  changedAt: string;
}

/** The text pages; each links to the others. */
const pages = [
  [msg`About`, "/about"],
  [msg`Terms`, "/terms"],
  [msg`Privacy`, "/privacy"],
] as const;

interface Props {
  title: MessageDescriptor;
  intro: ReactNode;
  /** Date of the last change, such as "2026-11-20". */
  updated: string;
  sections: readonly ProseSection[];
  operator: Operator | null;
  /** The operator's own text in place of these. */
  own?: OwnText | null;
}

/** Renders a text page, such as the terms: one column of about 65 characters per line. Needs no JavaScript. */
export function ProsePage({ title, intro, updated, sections, operator, own = null }: Props) {
  const { t, i18n } = useLingui();
  const date = dateFormat("longDate", i18n.locale, "UTC").format(Date.parse(own?.changedAt ?? updated));
  const shown = own ? [] : sections;
  const all = operator ? [...shown, whoRunsIt(operator, own?.language ?? i18n.locale)] : shown;
  return (
    <div className="mx-auto max-w-[42rem] px-5 pb-16 sm:px-8">
      <header className="flex h-16 items-center">
        <Link to="/" className="touch inline-flex items-center rounded-control">
          <Logo />
        </Link>
      </header>
      <main className="pt-10 sm:pt-16">
        <h1 className="title text-4xl sm:text-5xl">{t(title)}</h1>
        {own ? (
          <Markdown {...own} className="mt-8 text-[1.0625rem] leading-relaxed" />
        ) : (
          <p className="mt-5 text-lg text-muted leading-relaxed">{intro}</p>
        )}
        {all.map(({ heading, body }) => (
          <section key={heading.id} className="mt-10">
            <h2 className="title text-2xl">{t(heading)}</h2>
            <div className="mt-3 grid gap-3 text-[1.0625rem] leading-relaxed [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:ps-5 [&_ul]:text-pretty [&_ul]:marker:text-ember">
              {body}
            </div>
          </section>
        ))}
      </main>
      <footer className="mt-16 flex flex-wrap gap-x-6 gap-y-2 border-line border-t pt-6 text-muted text-sm">
        <span>{t`Last changed ${date}`}</span>
        {pages
          .filter(([name]) => name.id !== title.id)
          .map(([name, to]) => (
            <Link key={to} to={to} className={loneLink}>
              {t(name)}
            </Link>
          ))}
        <LanguageSwitch className="mt-1 w-full" />
      </footer>
    </div>
  );
}

function whoRunsIt(operator: Operator, language: string): ProseSection {
  const { contact } = operator;
  const name = operatorName(operator, language);
  const original = operator.prevails && languageFor(operator.prevails);
  return {
    heading: msg`Who runs this site`,
    body: (
      <>
        <p>
          <Trans>
            <span>{name}</span> runs this site. Write to{" "}
            <a href={`mailto:${contact}`} className={textLink}>
              {contact}
            </a>{" "}
            with questions about these pages, about your data, or about a decision of the moderators.
          </Trans>
        </p>
        {original && original.code !== language && (
          <p>
            <Trans comment="The language is named in itself, such as Deutsch">
              This page is a translation. Where it differs from the text in{" "}
              <span lang={original.code}>{original.name}</span>, that text applies.
            </Trans>
          </p>
        )}
      </>
    ),
  };
}
