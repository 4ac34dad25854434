import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useRef } from "react";
import { classNames } from "./class-names";
import type { DialogProps } from "./dialog";
import { IconButton } from "./icon-button";
import "./style-nonce";

/** What a Dialog is made of. A default export, because `lazy` asks for one. */
export default function DialogFrame({
  open,
  onOpenChange,
  title,
  text,
  actions,
  wide = false,
  question = false,
  children,
}: DialogProps) {
  function keepOnOutside(event: { target: EventTarget | null; preventDefault: () => void }) {
    const { target } = event;
    // A toast that this very press has dismissed is gone by now.
    const onToast = target instanceof Element && (target.closest("[data-toaster]") || !target.isConnected);
    if (question || onToast) event.preventDefault();
  }
  // Radix gives focus back to its own trigger, and this dialog has none: whoever had the focus gets it back.
  const opener = useRef<Element | null>(null);
  function rememberOpener() {
    opener.current = document.activeElement;
  }
  function giveFocusBack(event: Event) {
    event.preventDefault();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 grid animate-appear items-end overflow-y-auto bg-scrim md:place-items-center md:p-6">
          <Radix.Content
            role={question ? "alertdialog" : "dialog"}
            onOpenAutoFocus={rememberOpener}
            onCloseAutoFocus={giveFocusBack}
            onPointerDownOutside={keepOnOutside}
            {...(text ? {} : { "aria-describedby": undefined })}
            className={classNames(
              "safe-bottom relative w-full animate-rise rounded-t-card border border-line bg-surface shadow-soft md:rounded-card md:pb-0",
              wide ? "md:max-w-[720px]" : "md:max-w-[440px]",
            )}
          >
            <header className="px-6 pt-6 pr-16">
              <Radix.Title className="title text-2xl">{title}</Radix.Title>
              {text && <Radix.Description className="mt-2 text-muted">{text}</Radix.Description>}
            </header>
            {children && <div className="px-6 pt-5">{children}</div>}
            <footer className="flex flex-wrap justify-end gap-2 p-6 empty:pt-0">{actions}</footer>
            <div className="absolute top-3.5 right-3.5">
              <Radix.Close asChild>
                <IconButton label="Close" icon={<X aria-hidden />} />
              </Radix.Close>
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
