import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useId } from "react";
import { Choice } from "./choice";
import { type OptionName, settingsOptions } from "./options";

interface Props {
  option: OptionName;
  /** One line below the heading. */
  text?: ReactNode;
  /** Makes the section a form that is saved at once. */
  choice?: { onSave?: () => void };
  children: ReactNode;
}

/** Renders an option under its heading, with its name as the anchor. */
export function Section({ option, text, choice, children }: Props) {
  const { t } = useLingui();
  const id = useId();
  const content = (
    <>
      <h2 id={id} className="font-semibold">
        {t(settingsOptions[option].label)}
      </h2>
      {text && <p className="mt-0.5 text-muted text-sm">{text}</p>}
      <div className="mt-4">{children}</div>
    </>
  );
  return (
    <section
      id={option}
      aria-labelledby={id}
      className="scroll-mt-(--top-bar) border-line border-b py-6 first:pt-0 last:border-0"
    >
      {choice ? (
        <Choice intent={option} savedAt="end-0 top-0.5" {...choice}>
          {content}
        </Choice>
      ) : (
        content
      )}
    </section>
  );
}
