import { useId } from "react";
import { classNames } from "./class-names";

/**
 * A drawing of the hour after sunset: sky, light behind the hills, and water. Background of the landing page and of the
 * panel beside the account forms. Fills any box with a low horizon. Decoration only; needs no JavaScript and no
 * request.
 */
export function DuskScene({ className }: { className?: string }) {
  const id = useId();
  return (
    <svg
      aria-hidden
      viewBox="0 0 1600 1000"
      preserveAspectRatio="xMidYMax slice"
      className={classNames("absolute inset-0 size-full", className)}
    >
      <defs>
        <linearGradient id={`${id}sky`} x2="0" y2="1">
          <stop stopColor="oklch(0.2 0.05 290)" />
          <stop offset=".4" stopColor="oklch(0.29 0.075 300)" />
          <stop offset=".62" stopColor="oklch(0.4 0.1 335)" />
          <stop offset=".76" stopColor="oklch(0.56 0.13 20)" />
          <stop offset=".85" stopColor="oklch(0.72 0.13 55)" />
        </linearGradient>
        <radialGradient id={`${id}sun`} cx=".68" cy=".86" r=".5">
          <stop stopColor="oklch(0.9 0.11 82)" stopOpacity=".85" />
          <stop offset=".35" stopColor="oklch(0.76 0.15 55)" stopOpacity=".4" />
          <stop offset="1" stopColor="oklch(0.6 0.15 30)" stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}water`} x2="0" y2="1">
          <stop stopColor="oklch(0.5 0.09 25)" />
          <stop offset=".3" stopColor="oklch(0.34 0.07 330)" />
          <stop offset="1" stopColor="oklch(0.19 0.045 295)" />
        </linearGradient>
      </defs>
      <rect width="1600" height="1000" fill={`url(#${id}sky)`} />
      <rect width="1600" height="1000" fill={`url(#${id}sun)`} />
      <g fill="oklch(0.97 0.02 80)">
        <circle cx="210" cy="150" r="1.6" opacity=".8" />
        <circle cx="420" cy="80" r="1.2" opacity=".6" />
        <circle cx="760" cy="190" r="1.3" opacity=".5" />
        <circle cx="1010" cy="70" r="1.8" opacity=".8" />
        <circle cx="1320" cy="160" r="1.2" opacity=".6" />
        <circle cx="1490" cy="60" r="1.5" opacity=".7" />
        <circle cx="90" cy="330" r="1.1" opacity=".4" />
      </g>
      <path
        d="M0 806c120-34 210-70 330-62 90 6 150 40 260 30 130-12 210-92 350-96 120-4 190 62 300 70 130 10 230-56 360-40v152H0Z"
        fill="oklch(0.42 0.085 345)"
        opacity=".75"
      />
      <path
        d="M0 840c160-16 260-44 420-30 150 13 230 40 380 30 170-11 260-52 420-46 150 5 260 34 380 24v60H0Z"
        fill="oklch(0.31 0.065 320)"
      />
      <rect y="862" width="1600" height="138" fill={`url(#${id}water)`} />
      <g fill="oklch(0.85 0.11 70)" opacity=".5">
        <rect x="980" y="872" width="220" height="3" rx="1.5" />
        <rect x="1030" y="888" width="150" height="3" rx="1.5" opacity=".8" />
        <rect x="960" y="906" width="190" height="3" rx="1.5" opacity=".5" />
        <rect x="1060" y="930" width="90" height="3" rx="1.5" opacity=".4" />
      </g>
      <path d="M0 1000V930c90-26 190-22 270 6 66 22 120 40 220 64Z" fill="oklch(0.16 0.035 295)" />
    </svg>
  );
}
