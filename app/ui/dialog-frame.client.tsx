import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import {
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { Button } from "./button";
import { classNames } from "./class-names";
import { dialogActions } from "./dialog-actions";
import { IconButton } from "./icon-button";
import { useKeyboardInset } from "./keyboard";
import { closeOnBack } from "./router/close-on-back";
import { isFocusTaken } from "./taken-focus";
import { toaster } from "./toast-store";
import "./style-nonce";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** A sentence under the title. */
  text?: ReactNode;
  /** Buttons at the end, the primary one last. */
  actions?: ReactNode;
  /** 720 px wide instead of 440. */
  wide?: boolean;
  /** Renders an alert dialog, which a press outside does not close. */
  question?: boolean;
  /** Asks before Esc, a press outside, the cross or Back discards text that was typed or a file that was chosen. */
  keepsInput?: boolean;
  /** Asks in the same way because of changes that no field holds. */
  hasChanges?: boolean;
  /** Fills the window. The content lays itself out, with a DialogClose (dialog-close.client.ts). */
  room?: boolean;
  /** Dark in both themes, as the photo viewer is. */
  dark?: boolean;
  children?: ReactNode;
}

/** Content of a Dialog. A default export, as `lazy` needs it. */
export default function DialogFrame(props: DialogProps) {
  const { open, onOpenChange, title, text, wide, question = false, room = false, dark = false } = props;
  const { requestClose, recordInput, forgetInput, isAsking, setIsAsking } = useCloseQuestion(props);
  const { rememberOpener, restoreFocus } = useOpener();
  const movingFocus = useMovingFocus();
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? onOpenChange(true) : requestClose())}>
      <Radix.Portal>
        <Radix.Overlay
          className={classNames(
            "safe-x fixed inset-x-0 top-(--view-top) z-40 grid h-[calc(100dvh-var(--keyboard))] animate-appear grid-rows-[minmax(0,1fr)] bg-scrim",
            room
              ? "roomy:p-4"
              : "items-end pt-[max(0.75rem,env(safe-area-inset-top))] md:place-items-center md:pb-3",
          )}
        >
          <WhileOpen onBack={requestClose} />
          <Radix.Content
            role={question ? "alertdialog" : "dialog"}
            onOpenAutoFocus={() => {
              rememberOpener();
              forgetInput();
            }}
            onCloseAutoFocus={restoreFocus}
            onPointerDownOutside={(event) => (question || isOnToast(event)) && event.preventDefault()}
            onEscapeKeyDown={keepOwnEscape}
            onInput={recordInput}
            {...movingFocus}
            {...(text ? {} : { "aria-describedby": undefined })}
            data-theme={dark ? "dark" : undefined}
            className={
              room ? roomClasses : classNames(dialogClasses, wide ? "md:max-w-[720px]" : "md:max-w-[440px]")
            }
          >
            {room ? (
              <>
                <Radix.Title className="sr-only">{title}</Radix.Title>
                {props.children}
              </>
            ) : (
              <Panel {...props} />
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
      {isAsking && (
        <DiscardQuestion
          dark={dark}
          onKeep={() => setIsAsking(false)}
          onDiscard={() => {
            setIsAsking(false);
            onOpenChange(false);
          }}
        />
      )}
    </Radix.Root>
  );
}

/** Returns how the dialog is closed: with `keepsInput` or `hasChanges`, after a question. */
function useCloseQuestion({ onOpenChange, keepsInput, hasChanges }: DialogProps) {
  const hasInput = useRef(false);
  const [isAsking, setIsAsking] = useState(false);
  /** Returns whether the dialog closes. */
  function requestClose(): boolean {
    const canClose = !hasChanges && (!keepsInput || !hasInput.current);
    if (canClose) onOpenChange(false);
    else setIsAsking(true);
    return canClose;
  }
  function recordInput({ target }: FormEvent) {
    if (target instanceof Element && !target.matches("[type=radio], [type=range]")) hasInput.current = true;
  }
  function forgetInput() {
    hasInput.current = false;
  }
  return { requestClose, recordInput, forgetInput, isAsking, setIsAsking };
}

/** Radix restores the focus to its own trigger, which this dialog does not have. */
function useOpener() {
  const opener = useRef<Element | null>(null);
  function rememberOpener() {
    opener.current = document.activeElement;
  }
  function restoreFocus(event: Event) {
    event.preventDefault();
    if (opener.current instanceof HTMLElement && !isFocusTaken()) opener.current.focus();
  }
  return { rememberOpener, restoreFocus };
}

/** A press on a toast may have dismissed it, and so removed it from the document, by now. */
const isOnToast = ({ target }: { target: EventTarget | null }) =>
  target instanceof Node && (toaster.current?.contains(target) || !target.isConnected);

/** Leaves Esc to a field with `data-own-escape`. An attribute, because Radix receives Esc before the field does. */
function keepOwnEscape(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.matches("[data-own-escape]")) event.preventDefault();
}

const roomClasses =
  "grid size-full min-h-0 grid-rows-[minmax(0,1fr)] animate-appear overflow-hidden border-line bg-paper text-ink outline-none roomy:rounded-card roomy:border";
const dialogClasses =
  "flex max-h-full scroll-pt-16 scroll-pb-24 cramped:scroll-p-0 w-full animate-rise flex-col overflow-y-auto overscroll-contain rounded-t-card border border-line bg-surface text-ink shadow-soft *:shrink-0 md:rounded-card";

/** Renders the title, the content and the buttons of a dialog, and its cross. */
function Panel({ title, text, actions, children }: DialogProps) {
  const { t } = useLingui();
  return (
    <>
      <Radix.Title className="title sticky cramped:static top-0 z-10 bg-surface pt-6 pe-16 pb-1 ps-6 text-2xl">
        {title}
      </Radix.Title>
      {text && <Radix.Description className="px-6 pt-1 text-muted">{text}</Radix.Description>}
      {children && <div className="px-6 pt-4">{children}</div>}
      {actions && <footer className={classNames(dialogActions, "mt-3 px-6")}>{actions}</footer>}
      {/* Shown first but last in the tab order, so that the first focus goes to the content. */}
      <div className="sticky top-0 z-20 order-first h-0">
        <Radix.Close asChild>
          <IconButton
            label={t({ message: "Close", context: "verb" })}
            icon={<X aria-hidden />}
            className="absolute! top-3.5 end-3.5"
          />
        </Radix.Close>
      </div>
    </>
  );
}

/**
 * Returns properties of the dialog's element that let the focus move between fields, and a click place the caret. Radix
 * focuses the dialog when an element is removed while no field has the focus, as validation on blur does with a button.
 */
function useMovingFocus() {
  const isMoving = useRef(false);
  const ref = useCallback((dialog: HTMLElement | null) => {
    if (!dialog) return;
    const focus = dialog.focus.bind(dialog);
    dialog.focus = (options) => {
      if (!isMoving.current) focus(options);
    };
  }, []);
  return {
    ref,
    onBlurCapture: ({ relatedTarget, currentTarget }: FocusEvent) => {
      isMoving.current = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
    },
    onFocusCapture: () => {
      isMoving.current = false;
    },
  };
}

interface QuestionProps {
  dark: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks before input is discarded. "Keep editing" comes first and has the focus. */
function DiscardQuestion({ dark, onKeep, onDiscard }: QuestionProps) {
  const { t } = useLingui();
  return (
    <DialogFrame
      open
      dark={dark}
      onOpenChange={onKeep}
      title={t`Discard your changes?`}
      text={t`You have not saved them.`}
      question
      actions={
        <>
          <Button variant="quiet" onClick={onKeep}>
            <Trans>Keep editing</Trans>
          </Button>
          <Button variant="danger" onClick={onDiscard}>
            <Trans>Discard</Trans>
          </Button>
        </>
      }
    />
  );
}

/** A component, so that its hooks run only while the dialog is open. */
function WhileOpen({ onBack }: { onBack: () => boolean }) {
  useKeyboardInset();
  const close = useEffectEvent(onBack);
  useEffect(() => closeOnBack(() => close()), []);
  return null;
}
