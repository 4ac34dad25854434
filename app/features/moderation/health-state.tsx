import { CircleAlert, CircleCheck, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  isIll?: boolean;
  isNeutral?: boolean;
  children: ReactNode;
}

/** Renders a line about a state, with an icon that repeats it visually. @param isNeutral neither good nor bad */
export function State({ isIll = false, isNeutral = false, children }: Props) {
  const Icon = isIll ? CircleAlert : isNeutral ? CircleDashed : CircleCheck;
  return (
    <span className="flex gap-2">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${isIll ? "text-danger" : "text-muted"}`} />
      <span className="wrap-anywhere min-w-0">{children}</span>
    </span>
  );
}
