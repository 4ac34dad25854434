import { useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { STORIES_SCROLL_PX } from "~/contract/limits";
import { classNames } from "~/ui/class-names";
import { scrolledBy } from "~/ui/direction";

interface Props {
  strip: RefObject<HTMLElement | null>;
  /** The number of members in the strip, with which its width changes. */
  count: number;
}

/** The strip's arrows, in the directions in which it can scroll. A default export, as `useQuietPart` needs it. */
export default function StoriesArrows({ strip, count }: Props) {
  const { t } = useLingui();
  const canScroll = useDirections(strip, count);
  const scroll = (by: number) => strip.current?.scrollBy({ left: by });
  return (
    <>
      {canScroll.left && (
        <Arrow side="left" label={t`Scroll stories left`} onPress={() => scroll(-STORIES_SCROLL_PX)} />
      )}
      {canScroll.right && (
        <Arrow side="right" label={t`Scroll stories right`} onPress={() => scroll(STORIES_SCROLL_PX)} />
      )}
    </>
  );
}

function Arrow({ side, label, onPress }: { side: "left" | "right"; label: string; onPress: () => void }) {
  const Icon = side === "left" ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className={classNames(
        "touch absolute top-1/2 hidden -translate-y-1/2 items-center justify-center rounded-full border border-line bg-surface shadow-soft hover:bg-wash md:inline-flex",
        side === "left" ? "start-0 rtl:start-auto rtl:end-0" : "end-0 rtl:start-0 rtl:end-auto",
      )}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}

/** Returns the directions in which the strip can scroll. */
function useDirections(strip: Props["strip"], count: number) {
  const [canScroll, setCanScroll] = useState({ left: false, right: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the width changes with the number of members.
  useEffect(() => {
    const list = strip.current;
    if (!list) return;
    const measure = () => {
      const left = scrolledBy(list);
      setCanScroll({ left: left > 1, right: left < list.scrollWidth - list.clientWidth - 1 });
    };
    measure();
    list.addEventListener("scroll", measure, { passive: true });
    window.addEventListener("resize", measure);
    return () => {
      list.removeEventListener("scroll", measure);
      window.removeEventListener("resize", measure);
    };
  }, [strip, count]);
  return canScroll;
}
