import { type RefObject, useEffect, useRef, useState } from "react";
import { withPrefix } from "./choices";
import { type Draft, draftOf, isUntouched, loadPhotoDrafts, readDraft, saveDraft } from "./draft";
import type { ChosenPhoto } from "./photo-list";
import type { NewPostState } from "./use-new-post";
import type { Photos } from "./use-photos";
import type { Prefill } from "./use-prefill";
import { useStoredPhotos } from "./use-stored-photos";

/**
 * Restores the stored draft once, after hydration, and saves every change from then on.
 * @param prefill its caption is put before the stored one
 * @returns whether the browser keeps the draft, and whether its photos are back
 */
export function usePostDraft(
  memberId: string,
  { choices, list, restoreChoices }: Pick<NewPostState, "choices" | "list" | "restoreChoices">,
  prefill: RefObject<Prefill>,
  restore: Photos["restore"],
): { isKept: boolean; isRestored: boolean } {
  const { photos } = list;
  const { store, isKept } = useStoredPhotos(memberId, photos);
  const stored = useRef<Draft | null>(null);
  const [step, setStep] = useState<"new" | "restoring" | "restored">("new");
  const [isSaved, setSaved] = useState(true);
  const record = draftOf(choices, { photos, altText: photos[0]?.altText ?? list.spareAltText });
  const isEmpty = isUntouched(choices, list);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration.
  useEffect(() => {
    stored.current = readDraft(memberId);
    const { choices: kept = {}, altText = "", photos: order = [] } = stored.current ?? {};
    restoreChoices({ ...kept, caption: withPrefix(prefill.current.caption, kept.caption ?? "") });
    // oxlint-disable-next-line react/set-state-in-effect -- only the browser has the draft.
    setStep("restoring");
    void readPhotos(memberId, order).then((restored) => {
      store.skip(restored);
      restore(restored, altText);
      setStep("restored");
    });
  }, []);
  useEffect(() => {
    if (step === "new") return;
    // Until the photos are back, their order stays in the record.
    const waiting = step === "restoring" && stored.current?.photos.length ? stored.current : null;
    setSaved(waiting ? saveDraft(draftOf(choices, waiting), false) : saveDraft(record, isEmpty));
  }, [choices, record, isEmpty, step]);
  useEffect(() => {
    if (step === "restored") store.update(photos);
  }, [photos, step, store]);
  return { isKept: isKept && isSaved, isRestored: step === "restored" };
}

type RestoredPhoto = Pick<
  ChosenPhoto,
  "id" | "content" | "original" | "edits" | "camera" | "altText" | "preview"
>;

/** Returns a member's stored photos: the draft's in order, then another tab's. None when storage is unavailable. */
async function readPhotos(memberId: string, order: Draft["photos"]): Promise<RestoredPhoto[]> {
  // Loads the module for an empty draft too, so that a photo chosen after the network was lost is still stored.
  const rows = await loadPhotoDrafts()
    .then(({ readDraftPhotos }) => readDraftPhotos(memberId))
    .catch(() => []);
  const placed = order.flatMap(({ id, altText }) =>
    rows.filter((row) => row.id === id).map((row) => ({ ...row, altText })),
  );
  const others = rows
    .filter((row) => !order.some(({ id }) => id === row.id))
    .map((row) => ({ ...row, altText: "" }));
  return [...placed, ...others].map((photo) => ({
    ...photo,
    preview: typeof photo.content === "string" ? photo.content : URL.createObjectURL(photo.content),
  }));
}
