import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { type Shared, useSharedPhotos } from "./use-shared-photos";

/** Asks whether to add what was shared with Afterglow. Discard comes first and has the focus, so Enter discards. */
export function SharedOffer({
  isDraftRestored,
  onAdd,
}: {
  isDraftRestored: boolean;
  onAdd: (shared: Shared) => void;
}) {
  const { t } = useLingui();
  const { shared, answer } = useSharedPhotos(isDraftRestored, onAdd);
  const previews = usePreviews(shared?.files);
  return (
    <Dialog
      open={shared !== null}
      onOpenChange={() => answer(false)}
      title={t`Add this to a post?`}
      text={t`It came from another app or a website. Nothing has been uploaded yet.`}
      question
      actions={
        <>
          <Button variant="quiet" onClick={() => answer(false)}>
            <Trans>Discard</Trans>
          </Button>
          <Button onClick={() => answer(true)}>
            <Trans comment="Verb: add to the post">Add</Trans>
          </Button>
        </>
      }
    >
      {previews.length > 0 && (
        <ul className="grid grid-cols-5 gap-2">
          {previews.map((preview) => (
            <li key={preview}>
              <img src={preview} alt="" className="aspect-square w-full rounded-control object-cover" />
            </li>
          ))}
        </ul>
      )}
      {shared?.text && (
        <p dir="auto" className="wrap-anywhere mt-3 line-clamp-4 whitespace-pre-line">
          {shared.text}
        </p>
      )}
    </Dialog>
  );
}

/** Returns URLs of files that this page can show, as long as the files are the same. */
function usePreviews(files: readonly File[] | undefined): string[] {
  const [urls, setUrls] = useState<string[]>([]);
  useEffect(() => {
    const made = (files ?? []).map((file) => URL.createObjectURL(file));
    // oxlint-disable-next-line react/set-state-in-effect -- the URLs last from this effect to its end.
    setUrls(made);
    return () => {
      for (const url of made) URL.revokeObjectURL(url);
    };
  }, [files]);
  return urls;
}
