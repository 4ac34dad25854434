import { useId } from "react";

/** The sparkle that marks AI images, in the signature gradient. Decoration: put the word "AI" beside it. */
export function Sparkle({ size = 20, className }: { size?: number; className?: string }) {
  const gradient = useId();
  return (
    <svg aria-hidden viewBox="0 0 24 24" width={size} height={size} className={className}>
      <linearGradient id={gradient} x1="3" y1="3" x2="20" y2="22" gradientUnits="userSpaceOnUse">
        <stop className="[stop-color:var(--glow-amber)]" />
        <stop offset=".45" className="[stop-color:var(--glow-ember)]" />
        <stop offset=".8" className="[stop-color:var(--glow-rose)]" />
        <stop offset="1" className="[stop-color:var(--glow-dusk)]" />
      </linearGradient>
      <path
        fill={`url(#${gradient})`}
        d="M10 3c.9 5.3 2.7 7.1 8 8-5.3.9-7.1 2.7-8 8-.9-5.3-2.7-7.1-8-8 5.3-.9 7.1-2.7 8-8Zm8.5 11c.4 2.4 1.1 3.1 3.5 3.5-2.4.4-3.1 1.1-3.5 3.5-.4-2.4-1.1-3.1-3.5-3.5 2.4-.4 3.1-1.1 3.5-3.5ZM18 2.5c.3 1.7.8 2.2 2.5 2.5-1.7.3-2.2.8-2.5 2.5-.3-1.7-.8-2.2-2.5-2.5 1.7-.3 2.2-.8 2.5-2.5Z"
      />
    </svg>
  );
}
