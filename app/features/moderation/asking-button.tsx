import { Trans } from "@lingui/react/macro";
import { type ReactNode, useId, useRef } from "react";
import { Button, type ButtonProps } from "~/ui/button";

interface Props {
  /** The label of the button that asks. */
  label: string;
  variant: ButtonProps["variant"];
  question: string;
  text: string;
  /** The key that focuses the button. */
  shortcut?: string;
  "aria-label"?: string;
  /** The button that decides. */
  children: ReactNode;
}

/** Renders a button that asks for confirmation in a native popover, which needs no JavaScript. */
export function AskingButton({ label, variant, question, text, shortcut, children, ...rest }: Props) {
  const id = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button variant={variant} popoverTarget={id} aria-keyshortcuts={shortcut} {...rest}>
        {label}
      </Button>
      <div
        id={id}
        popover="auto"
        role="alertdialog"
        aria-labelledby={`${id}-question`}
        aria-describedby={`${id}-text`}
        onToggle={({ newState }) => newState === "open" && cancel.current?.focus()}
        className="m-auto w-[26rem] max-w-[calc(100vw-2rem)] rounded-card border border-line bg-surface p-6 text-ink shadow-soft backdrop:bg-black/50"
      >
        <h3 id={`${id}-question`} className="title wrap-anywhere text-xl">
          {question}
        </h3>
        <p id={`${id}-text`} className="mt-2 text-muted">
          {text}
        </p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button ref={cancel} variant="quiet" popoverTarget={id} popoverTargetAction="hide">
            <Trans>Cancel</Trans>
          </Button>
          {children}
        </div>
      </div>
    </>
  );
}
