import type { SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { Form, Link } from "react-router";
import { directionOf, languageFor, languages } from "~/contract/languages";
import type { Block } from "~/contract/markdown";
import { SITE_TEXT_MAX, type SiteTextKind } from "~/contract/site";
import { Markdown } from "~/features/pages/markdown";
import { TextArea } from "~/ui/field";
import { IntentButton } from "~/ui/intent-button";
import { Desk, DeskPart } from "./desk";
import { NoteLine } from "./note-and-save";
import { siteTextNames, siteTextPlaces } from "./site-text-names";

interface Props {
  kind: SiteTextKind;
  language: string;
  content: string;
  /** The languages in which there is a text. */
  languages: string[];
  mayChange: boolean;
  preview: { preview: readonly Block[]; content: string } | null;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders one of the operator's texts in a language, for admins with the form that changes it. */
export function TextPage({
  kind,
  language,
  content,
  languages: written,
  mayChange,
  preview,
  lastResult,
}: Props) {
  const { t } = useLingui();
  return (
    <Desk title={t(siteTextNames[kind])}>
      <p className="mt-4 text-muted">
        <span>{t(siteTextPlaces[kind])}</span>{" "}
        <Trans>Readers of a language without a text get the one that prevails, or the English one.</Trans>
      </p>
      <nav aria-label={t`Language`} className="mt-4 flex flex-wrap gap-x-4 gap-y-1">
        {languages.map(({ code, name }) => (
          <Link
            key={code}
            to={`?language=${code}`}
            lang={code}
            aria-current={code === language ? "page" : undefined}
            className="touch inline-flex items-center text-muted underline-offset-4 hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:underline"
          >
            {written.includes(code) ? `${name} ✓` : name}
          </Link>
        ))}
      </nav>
      <DeskPart title={languageFor(language)?.name ?? language}>
        {mayChange ? (
          <TextForm key={`${kind} ${language}`} {...{ kind, language, content, preview, lastResult }} />
        ) : (
          <p lang={language} dir={directionOf(language)} className="wrap-anywhere whitespace-pre-line">
            {content}
          </p>
        )}
      </DeskPart>
      {preview && (
        <DeskPart title={t`Preview`}>
          <Markdown blocks={preview.preview} language={language} className="leading-relaxed" />
        </DeskPart>
      )}
    </Desk>
  );
}

function TextForm({ kind, language, content, preview, lastResult }: Omit<Props, "languages" | "mayChange">) {
  const { t } = useLingui();
  const isMarkdown = kind !== "announcement" && kind !== "read_only";
  return (
    <Form method="post" preventScrollReset className="grid max-w-2xl gap-4">
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="language" value={language} />
      <TextArea
        label={t({ message: "Text", comment: "The label of a text's field" })}
        name="content"
        id="site-text"
        optional
        rows={isMarkdown ? 16 : 4}
        lang={language}
        dir={directionOf(language)}
        limit={SITE_TEXT_MAX[kind]}
        defaultValue={preview?.content ?? String(lastResult?.initialValue?.content ?? content)}
        hint={
          isMarkdown
            ? t`Markdown: # heading, - list, **bold**, *emphasis*, [link](https://example.com). Empty it to remove the text.`
            : t`Plain text. Empty it to remove the text.`
        }
        error={Object.values(lastResult?.error ?? {}).flatMap((texts) => texts ?? [])}
      />
      <NoteLine />
      <div className="flex flex-wrap gap-3">
        <IntentButton intent="save" busyLabel={t`Storing...`}>
          <Trans context="form">Save</Trans>
        </IntentButton>
        {isMarkdown && (
          <IntentButton intent="preview" variant="quiet">
            <Trans>Preview</Trans>
          </IntentButton>
        )}
      </div>
    </Form>
  );
}
