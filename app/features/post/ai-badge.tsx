import { Sparkle } from "~/ui/sparkle";

/** Says on a photo that an AI tool made it: by its stored origin, not by what the caption claims. */
export function AiBadge() {
  return (
    <span className="pointer-events-none absolute right-2 bottom-2 inline-flex items-center gap-1 rounded-sm bg-scrim px-1.5 py-0.5 font-semibold text-white text-xs backdrop-blur-sm">
      <Sparkle size={12} />
      <span className="sr-only">Made with </span>AI
    </span>
  );
}
