import { CircleAlert, CircleCheck, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  isIll?: boolean;
  isNeutral?: boolean;
  children: ReactNode;
}

/** Renders a line about a state, with a mark that repeats it visually. @param isNeutral neither good nor bad */
export function State({ isIll = false, isNeutral = false, children }: Props) {
  const Mark = isIll ? CircleAlert : isNeutral ? CircleDashed : CircleCheck;
  return (
    <span className="flex gap-2">
      <Mark aria-hidden className={`mt-0.5 size-5 shrink-0 ${isIll ? "text-danger" : "text-muted"}`} />
      <span className="wrap-anywhere min-w-0">{children}</span>
    </span>
  );
}
