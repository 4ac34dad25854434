import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Size } from "~/ui/crop";
import { createRenderer } from "./create-renderer";
import type { Edits } from "./edits";
import type { Renderer } from "./renderer";

/** Shows the photo with edits at a size in CSS pixels. Draws once a frame at most. */
export function Preview({ image, edits, size }: { image: HTMLImageElement; edits: Edits; size: Size }) {
  const holder = useRef<HTMLDivElement>(null);
  const [renderer, setRenderer] = useState<Renderer | null>(null);

  useEffect(() => {
    const created = createRenderer(image);
    // oxlint-disable-next-line react/set-state-in-effect -- the renderer lasts from this effect to its end.
    setRenderer(created);
    // The graphics driver was reset, or the system took its memory.
    const replace = () => setRenderer(createRenderer(image, "canvas"));
    created?.canvas.addEventListener("webglcontextlost", replace);
    return () => {
      created?.canvas.removeEventListener("webglcontextlost", replace);
      created?.dispose();
    };
  }, [image]);
  useLayoutEffect(() => {
    if (renderer) holder.current?.replaceChildren(renderer.canvas);
  }, [renderer]);
  useEffect(() => {
    if (!renderer) return;
    const request = requestAnimationFrame(() => {
      const scale = renderer.kind === "webgl" ? devicePixelRatio : 1;
      renderer.draw(edits, {
        width: Math.round(size.width * scale),
        height: Math.round(size.height * scale),
      });
    });
    return () => cancelAnimationFrame(request);
  }, [renderer, edits, size.width, size.height]);
  return <div ref={holder} style={{ width: size.width, height: size.height }} className="relative" />;
}
