import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { emojiOf, REACTION_NOT_EMOJI } from "~/contract/emoji";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Field } from "~/ui/field";

/** Some emoji beside those of the menu, for devices without an emoji keyboard. */
const COMMON = [..."😀😁🤣😊😍🥰😘🤔😎🥳😭😡🤯🤗👏🙌💪👀🔥✨🎉💯🌅🌊"];

interface Props {
  onChoose: (emoji: string) => void;
  onClose: () => void;
}

/** A dialog for a reaction with any emoji. A default export, because `lazy` needs one. */
export default function ReactionDialog({ onChoose, onClose }: Props) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  function choose(emoji: string) {
    onChoose(emoji);
    onClose();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const emoji = complete(text);
    if (emoji === null) setError(t(REACTION_NOT_EMOJI));
    else choose(emoji);
  }
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`React with any emoji`}>
      <ul className="-mx-1 mb-4 flex flex-wrap">
        {COMMON.map((emoji) => (
          <li key={emoji}>
            <button
              type="button"
              onClick={() => choose(emoji)}
              className="grid size-11 place-items-center rounded-control text-2xl hover:bg-wash"
            >
              {emoji}
            </button>
          </li>
        ))}
      </ul>
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label={t`Your emoji`}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError(undefined);
          }}
          autoComplete="off"
          error={error ? [error] : undefined}
        />
        <Button type="submit">
          <Trans context="verb">React</Trans>
        </Button>
      </form>
    </Dialog>
  );
}

/** Returns the text as one emoji. Browsers without the needed regular expressions leave the check to the server. */
function complete(text: string): string | null {
  try {
    return emojiOf(text);
  } catch {
    return text.trim() || null;
  }
}
