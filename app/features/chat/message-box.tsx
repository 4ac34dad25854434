import { useLingui } from "@lingui/react/macro";
import { Paperclip, SendHorizontal } from "lucide-react";
import { type RefObject, Suspense, useEffect, useRef } from "react";
import type { ChatListItem } from "~/contract/chat";
import { controlClasses } from "~/ui/control-classes";
import { DropHint } from "~/ui/drop-hint";
import { IconButton } from "~/ui/icon-button";
import { lazyPart } from "~/ui/lazy-part";
import { Menu } from "~/ui/menu";
import { retryImport } from "~/ui/retry-import";
import { submitOnEnter } from "~/ui/submit-on-enter";
import { showToast } from "~/ui/toast-store";
import { useDroppedFiles, usePastedFiles } from "~/ui/use-taken-files";
import { useMessageForm } from "./use-message-form";

const ComposingBar = lazyPart(() => import("./composing-bar.client"));
const AttachmentTray = lazyPart(() => import("./attachment-tray.client"));
const loadAdding = retryImport(() => import("./add-to-tray.client"));

const FILE_TYPES = "image/*,.pdf,.txt,.doc,.docx,application/pdf,text/plain";

interface Props {
  chat: ChatListItem;
  viewerId: string;
  inputRef: RefObject<HTMLTextAreaElement | null>;
}

/**
 * The message form. Enter sends, Shift+Enter starts a new line. Up to ten pictures or one other file can be chosen,
 * pasted or dropped into a tray. The text is then the caption of the selected picture, at first the first one.
 */
export function MessageBox({ chat, viewerId, inputRef }: Props) {
  const { t } = useLingui();
  const { userId, username } = chat;
  const form = useMessageForm(chat, viewerId, inputRef);
  const { composing, captionOf: number } = form;
  const chooser = useRef<HTMLInputElement>(null);
  const addFiles = useAddFiles(form.trayKey);
  const isOver = useDroppedFiles(addFiles);
  usePastedFiles(addFiles);

  return (
    <form id={form.formId} onSubmit={form.send} className="border-line border-t p-3 cramped:py-1">
      {isOver && <DropHint text={t`Drop your photo or file`} />}
      {composing && (
        <Suspense>
          <ComposingBar
            composing={composing}
            other={chat}
            onCancel={form.finish}
            onDeleted={form.endDeleted}
          />
        </Suspense>
      )}
      {form.items.length > 0 && (
        <Suspense>
          <AttachmentTray {...{ viewerId, userId }} focusCaption={() => inputRef.current?.focus()} />
        </Suspense>
      )}
      <FileChooser ref={chooser} onFiles={addFiles} />
      <div className="flex items-end gap-1">
        <AttachMenu onChoose={() => chooser.current?.click()} />
        <textarea
          ref={inputRef}
          value={form.text}
          onChange={(event) => form.type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape" && composing) form.finish();
            else submitOnEnter(event);
          }}
          rows={1}
          dir="auto"
          enterKeyHint="send"
          aria-label={number !== null ? t`Caption of picture ${number}` : t`Message to ${username}`}
          placeholder={number !== null ? t`Add a caption...` : t`Message...`}
          className={controlClasses(
            "field-sizing-content block max-h-32 min-h-11 flex-1 resize-none py-2.5 leading-normal",
          )}
        />
        <IconButton
          type="submit"
          label={t({ message: "Send", context: "verb" })}
          disabled={!form.canSend}
          icon={<SendHorizontal aria-hidden className="rtl:-scale-x-100" />}
        />
      </div>
    </form>
  );
}

/** Returns a function that adds files to a tray. */
function useAddFiles(trayKey: string) {
  const { t } = useLingui();
  // The tray is needed without a network too.
  useEffect(() => {
    AttachmentTray.preload();
    loadAdding().catch(() => undefined);
  }, []);
  return (files: File[]) =>
    void loadAdding().then(
      ({ addToTray }) => addToTray(trayKey, files),
      () => showToast({ kind: "danger", title: t`Connection error`, text: t`An error occurred` }),
    );
}

interface FileChooserProps {
  ref: RefObject<HTMLInputElement | null>;
  onFiles: (files: File[]) => void;
}

/** In the page's layout, so that a file can be given to it; the menu opens it. */
function FileChooser({ ref, onFiles }: FileChooserProps) {
  const { t } = useLingui();
  return (
    <input
      ref={ref}
      type="file"
      multiple
      accept={FILE_TYPES}
      aria-label={t`Attach a file`}
      className="sr-only"
      tabIndex={-1}
      aria-hidden
      onChange={(event) => {
        onFiles([...(event.currentTarget.files ?? [])]);
        event.currentTarget.value = "";
      }}
    />
  );
}

function AttachMenu({ onChoose }: { onChoose: () => void }) {
  const { t } = useLingui();
  return (
    <Menu
      align="start"
      trigger={<IconButton label={t`Add an attachment`} icon={<Paperclip aria-hidden />} />}
      items={[
        [
          {
            label: t({ message: "Image", comment: "Menu item that attaches pictures or a file" }),
            icon: "image",
            onSelect: onChoose,
          },
          {
            label: t`Share Post`,
            icon: "share",
            onSelect: () => showToast({ title: t`Post sharing coming soon!` }),
          },
        ],
      ]}
    />
  );
}
