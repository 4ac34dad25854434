import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Point, Size } from "~/ui/crop";
import { createRenderer } from "./create-renderer";
import type { Edits } from "./edits";
import { type Part, scaledSize } from "./geometry";
import type { Renderer } from "./renderer";
import type { Source } from "./source";

/** Pixels that a canvas draws within a frame; a pause of this time, in milliseconds, draws all of them. */
export const FAST_PIXELS = 240_000;
const PAUSE_MS = 150;

interface Props {
  source: Source;
  edits: Edits;
  /** Its place on the stage, in CSS pixels. */
  box: Size & Point;
  part: Part;
  showsClipping: boolean;
}

/** Shows a part of the photo with edits. Draws once a frame at most. */
export function Preview({ source, edits, box, part, showsClipping }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const renderer = useRenderer(source);
  useLayoutEffect(() => {
    if (renderer) holder.current?.replaceChildren(renderer.canvas);
  }, [renderer]);
  const { width, height } = box;
  useEffect(() => {
    if (!renderer || width < 1 || height < 1) return;
    const whole = scaledSize({ width, height }, devicePixelRatio);
    const fast = Math.min(1, Math.sqrt(FAST_PIXELS / (whole.width * whole.height)));
    const isFast = renderer.kind === "webgl" || fast === 1;
    const draw = (size: Size) => renderer.draw(edits, { size, part, showsClipping });
    const request = requestAnimationFrame(() => draw(isFast ? whole : scaledSize(whole, fast)));
    const pause = isFast ? undefined : setTimeout(() => draw(whole), PAUSE_MS);
    return () => {
      cancelAnimationFrame(request);
      clearTimeout(pause);
    };
  }, [renderer, edits, width, height, part, showsClipping]);
  return (
    <div
      ref={holder}
      style={{ left: box.x, top: box.y, width, height }}
      className="absolute overflow-hidden"
    />
  );
}

/** Returns a renderer while the component is mounted. Another one takes over when WebGL is lost. */
function useRenderer(source: Source): Renderer | null {
  const [renderer, setRenderer] = useState<Renderer | null>(null);
  useEffect(() => {
    const created = createRenderer(source);
    // oxlint-disable-next-line react/set-state-in-effect -- the renderer lasts from this effect to its end.
    setRenderer(created);
    // The graphics driver was reset, or the system took its memory.
    const replace = () => setRenderer(createRenderer(source, "canvas"));
    created?.canvas.addEventListener("webglcontextlost", replace);
    return () => {
      created?.canvas.removeEventListener("webglcontextlost", replace);
      created?.dispose();
    };
  }, [source]);
  return renderer;
}
