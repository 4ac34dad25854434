import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { Form, useNavigation } from "react-router";
import { MUTED_WORD_MAX } from "~/contract/limits";
import { shownWord } from "~/contract/mutes";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";

interface Props {
  words: string[];
  mayChange: boolean;
}

/** Renders the words that hold a post for review, and for admins the forms that change them. */
export function WordsPart({ words, mayChange }: Props) {
  return (
    <>
      <p className="max-w-lg text-muted">
        <Trans>
          A new or edited post whose caption, place or alt text has one of these words waits for a moderator.
          Accents and case do not matter.
        </Trans>
      </p>
      {words.length > 0 && (
        <ul className="mt-4 flex flex-wrap gap-2">
          {words.map((word) => (
            <li key={word} className="flex items-center gap-1 rounded-control border border-line ps-3">
              <bdi translate="no" className="wrap-anywhere py-2">
                {shownWord(word)}
              </bdi>
              {mayChange ? <RemoveWord word={word} /> : <span className="pe-3" />}
            </li>
          ))}
        </ul>
      )}
      {mayChange && <AddWord key={words.length} />}
    </>
  );
}

function RemoveWord({ word }: { word: string }) {
  const { t } = useLingui();
  const shown = shownWord(word);
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="words" />
      <input type="hidden" name="word" value={word} />
      <Button type="submit" variant="quiet" name="action" value="allow" aria-label={t`Remove ${shown}`}>
        <X aria-hidden className="size-4" />
      </Button>
    </Form>
  );
}

function AddWord() {
  const { t } = useLingui();
  const { formData } = useNavigation();
  return (
    <Form method="post" preventScrollReset className="mt-4 grid max-w-lg gap-4">
      <input type="hidden" name="intent" value="words" />
      <input type="hidden" name="action" value="hold" />
      <Field label={t`Word`} name="word" id="held-word" maxLength={MUTED_WORD_MAX} />
      <Button
        type="submit"
        className="justify-self-start"
        busy={formData?.get("action") === "hold"}
        busyLabel={t`Storing...`}
      >
        <Trans>Add word</Trans>
      </Button>
    </Form>
  );
}
