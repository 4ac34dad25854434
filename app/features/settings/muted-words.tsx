import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { Form } from "react-router";
import { dropCachedFeed } from "~/features/feed/feed-store";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { inputProps } from "~/ui/field-props";
import { FormError } from "~/ui/form-error";
import { IconButton } from "~/ui/icon-button";
import { useSettingsForm } from "./use-settings-form";

interface Props {
  words: string[];
  /** Changes when the form has to be empty. */
  formKey: string;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the form that mutes a word, and the muted words, each with a button that unmutes it. */
export function MutedWords({ words, formKey, lastResult }: Props) {
  const { t } = useLingui();
  return (
    <div className="grid gap-5">
      <WordForm key={formKey} lastResult={lastResult} />
      {words.length > 0 && (
        <ul aria-label={t`Muted words`} className="flex flex-wrap gap-2">
          {words.map((word) => (
            <li key={word} className="flex max-w-full items-center rounded-full border border-line ps-4">
              <bdi className="wrap-anywhere min-w-0">{word}</bdi>
              <Form method="post" preventScrollReset onSubmit={dropCachedFeed}>
                <input type="hidden" name="intent" value="unmute-word" />
                <input type="hidden" name="word" value={word} />
                <IconButton
                  type="submit"
                  label={t`Unmute ${word}`}
                  icon={<X aria-hidden className="!size-4 text-muted" />}
                />
              </Form>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function WordForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const { t } = useLingui();
  const { form, fields, busy } = useSettingsForm("mute-word", lastResult);
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid max-w-sm gap-4">
      <input type="hidden" name="intent" value="mute-word" />
      <Field
        label={t({ message: "Word", comment: "Field for a word to mute" })}
        {...inputProps(fields.word)}
        autoCapitalize="none"
        autoComplete="off"
      />
      <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
      <Button
        type="submit"
        variant="quiet"
        busy={busy}
        busyLabel={t`Saving...`}
        onClick={dropCachedFeed}
        className="justify-self-start"
      >
        <Trans>Mute word</Trans>
      </Button>
    </Form>
  );
}
