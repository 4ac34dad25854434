import type { SubmissionResult } from "@conform-to/react";
import { classNames } from "~/ui/class-names";

interface Props {
  lastResult: SubmissionResult<string[]> | undefined;
  className?: string;
}

/** Renders what is wrong with a form of the desk that was refused. */
export function Problems({ lastResult, className }: Props) {
  const problems = Object.values(lastResult?.error ?? {}).flatMap((texts) => texts ?? []);
  if (problems.length === 0) return null;
  return (
    <p role="alert" className={classNames("text-danger", className)}>
      {[...new Set(problems)].join(" ")}
    </p>
  );
}
