import { type RefObject, useEffect, useRef, useState } from "react";
import { type PostField, postFieldNames } from "~/contract/post-field-names";
import { type Draft, loadPhotoDrafts, readDraft, saveDraft } from "./draft";
import type { ChosenPhoto } from "./photo-list";
import type { Photos } from "./use-photos";

/**
 * Restores the stored draft once, after hydration, and saves every change from then on.
 * @param prefill caption to put before the stored one
 * @returns whether the browser keeps the photos, and whether those of the draft are back
 */
export function useDraft(
  memberId: string,
  draft: Draft,
  prefill: RefObject<string>,
  { photos, restore }: Pick<Photos, "photos" | "restore">,
  restoreText: (name: PostField | "visibility", value: string) => void,
): { isKept: boolean; isRestored: boolean } {
  const { store, isKept } = useStoredPhotos(memberId, photos);
  const stored = useRef<Draft | null>(null);
  const [step, setStep] = useState<"new" | "restoring" | "restored">("new");
  const json = JSON.stringify(draft);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration.
  useEffect(() => {
    stored.current = readDraft(memberId);
    const { photos: order = [], ...fields } = stored.current ?? {};
    fields.caption = withPrefix(prefill.current, fields.caption ?? "");
    for (const name of postFieldNames) {
      const text = fields[name];
      // Text typed before hydration is not overwritten.
      if (text && !draft[name]) restoreText(name, text);
    }
    if (stored.current?.visibility === "connections") restoreText("visibility", "connections");
    // oxlint-disable-next-line react/set-state-in-effect -- only the browser has the draft.
    setStep("restoring");
    void readPhotos(memberId, order).then((restored) => {
      store.skip(restored);
      restore(restored);
      setStep("restored");
    });
  }, []);
  useEffect(() => {
    if (step === "new") return;
    const current: Draft = JSON.parse(json);
    // Until the photos are back, their order stays in the draft.
    if (step === "restoring") saveDraft({ ...current, photos: stored.current?.photos ?? [] });
    else saveDraft(current);
  }, [json, step]);
  useEffect(() => {
    if (step === "restored") store.update(photos);
  }, [photos, step, store]);
  return { isKept, isRestored: step === "restored" };
}

/** Returns the fields of the composer's form. */
export function draftFields(form: Record<PostField, { value?: string }>): Record<PostField, string> {
  // `Object.fromEntries` loses the names.
  return Object.fromEntries(postFieldNames.map((name) => [name, form[name].value ?? ""])) as Record<
    PostField,
    string
  >;
}

type RestoredPhoto = Pick<
  ChosenPhoto,
  "id" | "content" | "original" | "edits" | "camera" | "altText" | "preview"
>;

/** Returns a member's stored photos: first those of the draft in order, then those of another tab. None when the browser has no storage. */
async function readPhotos(memberId: string, order: NonNullable<Draft["photos"]>): Promise<RestoredPhoto[]> {
  // The module is loaded for an empty draft too: a photo that is chosen after the loss of the network is stored all the same.
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

/** Stores the photos of the draft as they change. */
function useStoredPhotos(memberId: string, photos: readonly ChosenPhoto[]) {
  /** Ids of the photos for which the browser has no room. */
  const [unstored, setUnstored] = useState<ReadonlySet<string>>(new Set());
  const [store] = useState(() => {
    /** The content that is stored, or is being stored, of each photo. */
    const contents = new Map<string, ChosenPhoto["content"]>();
    const mark = (id: string, isStored: boolean) =>
      setUnstored((old) => new Set(isStored ? [...old].filter((one) => one !== id) : [...old, id]));

    async function put(photo: ChosenPhoto): Promise<void> {
      try {
        const { putDraftPhoto } = await loadPhotoDrafts();
        await putDraftPhoto(memberId, photo);
        mark(photo.id, true);
      } catch {
        mark(photo.id, false);
      }
    }
    return {
      /** Names photos that are stored already. */
      skip(restored: readonly Pick<ChosenPhoto, "id" | "content">[]) {
        for (const { id, content } of restored) contents.set(id, content);
      },
      update(current: readonly ChosenPhoto[]) {
        for (const photo of current) {
          if (contents.get(photo.id) === photo.content) continue;
          contents.set(photo.id, photo.content);
          void put(photo);
        }
        for (const id of [...contents.keys()].filter((one) => !current.some((photo) => photo.id === one))) {
          contents.delete(id);
          // A row that stays is in the composer after the next reload, or is deleted with the draft.
          loadPhotoDrafts().then(
            ({ deleteDraftPhoto }) => deleteDraftPhoto(id).catch(() => undefined),
            () => undefined,
          );
        }
      },
    };
  });
  return { store, isKept: !photos.some(({ id }) => unstored.has(id)) };
}

/** Puts `prefix` on a line before `caption`, unless the caption starts with it. */
function withPrefix(prefix: string, caption: string): string {
  if (!prefix || caption.startsWith(prefix)) return caption;
  return caption ? `${prefix}\n${caption}` : prefix;
}
