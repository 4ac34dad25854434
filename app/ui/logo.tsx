import { useLingui } from "@lingui/react";
import { useId } from "react";
import { nameOf, site } from "~/contract/site-name";
import { classNames } from "./class-names";

/** The sun half below the horizon, in the signature gradient. Decoration: the name stands beside it. */
export function Logomark({ size = 28, className }: { size?: number; className?: string }) {
  const gradient = useId();
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={classNames("logomark shrink-0", className)}
    >
      <linearGradient id={gradient} x1="5" y1="2" x2="17" y2="23" gradientUnits="userSpaceOnUse">
        <stop className="[stop-color:var(--glow-amber)]" />
        <stop offset=".42" className="[stop-color:var(--glow-ember)]" />
        <stop offset=".7" className="[stop-color:var(--glow-rose)]" />
        <stop offset="1" className="[stop-color:var(--glow-dusk)]" />
      </linearGradient>
      <g fill={`url(#${gradient})`}>
        <path d="M2.32 14.5a10 10 0 1 1 19.36 0C17.5 12.6 14.5 12.9 12 14.2s-5.5 2-9.68.3Z" />
        <path d="M3.17 16.7c3.63 1.6 6.33 1 8.83-.3s5.3-1.5 8.83.3a10 10 0 0 1-17.66 0Z" />
      </g>
    </svg>
  );
}

/**
 * The name. The product's is an outline, in the current colour: a style sheet has it, so it needs neither 67 KB of font
 * nor JavaScript. A site's own is text.
 */
export function Wordmark({ height = 26, className }: { height?: number; className?: string }) {
  const { i18n } = useLingui();
  if (nameOf(i18n) !== site)
    return (
      <span translate="no" className={classNames("truncate font-display font-semibold text-xl", className)}>
        {nameOf(i18n)}
      </span>
    );
  return (
    <span className={classNames("inline-flex", className)}>
      <span translate="no" className="sr-only">
        {nameOf(i18n)}
      </span>
      <span aria-hidden className="wordmark" style={{ height, width: (height * 143) / 36 }} />
    </span>
  );
}

/** Logomark and wordmark: the link home at the top of a page. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={classNames("inline-flex items-center gap-2", className)}>
      <Logomark />
      <Wordmark />
    </span>
  );
}
