import { type RefObject, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { AI_CAPTION, takeHandedOffImage } from "./image-handoff";

/** The image of `?imageUrl=`, when it is the member's own media. */
export interface OfferedImage {
  url: string;
  isAi: boolean;
}

/**
 * Selects, once, the image that the AI tools or the URL passed on, and removes the query from the URL
 * (docs/product.md#posts). An image of the AI tools wins over the URL's.
 * @returns the prefilled caption of an AI image; empty otherwise
 */
export function usePrefill(
  offered: OfferedImage | null,
  select: (url: string) => Promise<void>,
): RefObject<string> {
  const navigate = useNavigate();
  const isDone = useRef(false);
  const caption = useRef("");
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    const handedOff = takeHandedOffImage();
    const url = handedOff ?? offered?.url;
    if (url) void select(url);
    if (handedOff || offered?.isAi) caption.current = AI_CAPTION;
    if (offered) void navigate("/post", { replace: true });
  });
  return caption;
}
