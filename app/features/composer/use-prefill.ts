import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { PHOTOS_MAX } from "~/contract/limits";
import { site } from "~/contract/site-name";
import { showToast } from "~/ui/toast";
import { leftOutText } from "./added-photos";
import { takeHandedOffImage } from "./image-handoff";
import type { PhotoList } from "./photo-list";

/** The image of `?imageUrl=`, when it is the member's own media. */
export interface OfferedImage {
  url: string;
  isAi: boolean;
}

/** An image that the AI tools or the URL passed on, and the prefilled caption of an AI image, otherwise empty. */
export interface Prefill {
  url: string | null;
  caption: string;
}

/**
 * Takes, once, the image that the AI tools or the URL passed on, and removes the query from the URL
 * (docs/product.md#posts). With one in the URL, that of the AI tools is for another tab.
 */
export function usePrefill(offered: OfferedImage | null) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const isDone = useRef(false);
  const prefill = useRef<Prefill>({ url: null, caption: "" });
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    const handedOff = offered ? null : takeHandedOffImage();
    const caption =
      handedOff || offered?.isAi
        ? t({ message: `Created with ${site} AI ✨`, comment: "First line of the caption of a post" })
        : "";
    prefill.current = { url: handedOff ?? offered?.url ?? null, caption };
    if (offered) void navigate("/post", { replace: true });
  });
  return prefill;
}

/** Adds the image once the draft's photos are back: it takes the place of none of them. */
export function useAddPrefill(
  prefill: ReturnType<typeof usePrefill>,
  { photos, opening }: PhotoList,
  isRestored: boolean,
  add: (url: string) => Promise<void>,
): void {
  const { t } = useLingui();
  const isAdded = useRef(false);
  useEffect(() => {
    const { url } = prefill.current;
    if (!isRestored || !url || isAdded.current) return;
    isAdded.current = true;
    if (photos.length + opening < PHOTOS_MAX || photos.some(({ content }) => content === url)) void add(url);
    else showToast({ kind: "danger", title: t`Too many photos`, text: t(leftOutText(1)) });
  }, [prefill, photos, opening, isRestored, add, t]);
}
