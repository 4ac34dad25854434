import { useEffect, useMemo, useRef, useState } from "react";
import type { PhotoSource } from "./photo";

/** Photos that belong together, such as those of a post. */
export interface PhotoGroup {
  id: string;
  photos: readonly PhotoSource[];
}

/** The groups before and after the one that the viewer opens with. */
export interface Around {
  /** The id of that one. */
  id: string;
  /** Fetches the group before (-1) or after (1) another one; null at the end. */
  load: (id: string, step: -1 | 1) => Promise<PhotoGroup | null>;
  /** Called when the viewer closes at a photo of another group. */
  onLeave: (id: string) => void;
}

interface Shown {
  groups: readonly PhotoGroup[];
  /** Index of the current photo among those of all groups. */
  index: number;
}

/** Returns the photos of the viewer, to which the neighbouring group is added while the first or last one is shown. */
export function usePhotoGroups(photos: readonly PhotoSource[], start: number, around: Around | undefined) {
  const [{ groups, index }, setShown] = useState<Shown>({
    groups: [{ id: around?.id ?? "", photos }],
    index: start,
  });
  const all = useMemo(() => groups.flatMap((group) => group.photos), [groups]);
  // Each end is asked once, and again after a failure.
  const asked = useRef(new Set<string>());
  useEffect(() => {
    if (!around) return;
    const extend = async (end: PhotoGroup | undefined, step: -1 | 1) => {
      const key = `${end?.id} ${step}`;
      if (!end || asked.current.has(key)) return;
      asked.current.add(key);
      const group = await around.load(end.id, step).catch(() => undefined);
      if (group === undefined) asked.current.delete(key);
      if (!group) return;
      await settled();
      setShown((shown) => withGroup(shown, group, step));
    };
    if (index === 0) void extend(groups[0], -1);
    if (index === all.length - 1) void extend(groups.at(-1), 1);
  }, [around, groups, index, all.length]);
  const setIndex = (next: number) => setShown((shown) => ({ ...shown, index: next }));
  return { photos: all, index, setIndex, ...groupAt(groups, index) };
}

function withGroup({ groups, index }: Shown, group: PhotoGroup, step: -1 | 1): Shown {
  if (step === 1) return { groups: [...groups, group], index };
  return { groups: [group, ...groups], index: index + group.photos.length };
}

/** Returns the group of a photo, and the photo's index in it. */
function groupAt(
  groups: readonly PhotoGroup[],
  index: number,
): { group: PhotoGroup | undefined; at: number } {
  let at = index;
  for (const group of groups) {
    if (at < group.photos.length) return { group, at };
    at -= group.photos.length;
  }
  return { group: undefined, at };
}

/** Resolves when the viewer is still: other photos would interrupt its animation. */
async function settled(): Promise<void> {
  const animations = document.querySelector(".viewer")?.getAnimations({ subtree: true }) ?? [];
  await Promise.allSettled(animations.map(({ finished }) => finished));
}
