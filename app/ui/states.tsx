import { type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import { Button } from "./button";
import { classNames } from "./class-names";

interface StateProps {
  title: string;
  text?: ReactNode;
  /** A quiet drawing above the heading: a lucide icon. */
  icon?: ReactNode;
  className?: string;
  /** The heading's level, so that the page's outline stays whole. */
  level?: 1 | 2 | 3;
}

function State({
  title,
  text,
  icon,
  className,
  level = 2,
  role,
  children,
}: StateProps & { role?: "alert"; children?: ReactNode }) {
  const Heading = `h${level}` as const;
  return (
    <div
      role={role}
      className={classNames("mx-auto flex max-w-sm flex-col items-center px-6 py-14 text-center", className)}
    >
      {icon && <div className="mb-5 text-ember [&>svg]:size-9 [&>svg]:stroke-[1.25]">{icon}</div>}
      <Heading className="title text-2xl">{title}</Heading>
      {text && <p className="mt-2 text-muted">{text}</p>}
      {children && <div className="mt-6">{children}</div>}
    </div>
  );
}

/** Nothing here yet: the spec's words and at most one thing to do about it. */
export function EmptyState({ action, ...state }: StateProps & { action?: ReactNode }) {
  return <State {...state}>{action}</State>;
}

export interface ErrorStateProps extends Omit<StateProps, "title"> {
  /** The spec's sentence. */
  title: string;
  /** What Retry does; by default the page's loaders run again. */
  onRetry?: () => void;
  busy?: boolean;
}

/** It did not load: the spec's words and a Retry button. */
export function ErrorState({ onRetry, ...state }: ErrorStateProps) {
  return onRetry ? <RetryState {...state} onRetry={onRetry} /> : <RevalidatingState {...state} />;
}

function RevalidatingState(state: Omit<ErrorStateProps, "onRetry">) {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  async function retry() {
    setBusy(true);
    // As long as nobody can be asked who is signed in, a retry would take the bars around the page away too.
    const reply = await fetch("/api/auth/me").catch(() => null);
    if (reply && reply.status < 500) await revalidate();
    setBusy(false);
  }
  return <RetryState {...state} busy={busy} onRetry={() => void retry()} />;
}

function RetryState({ onRetry, busy, ...state }: ErrorStateProps & { onRetry: () => void }) {
  return (
    <State role="alert" {...state}>
      <Button look="quiet" onClick={onRetry} busy={busy} busyLabel="Retrying...">
        Retry
      </Button>
    </State>
  );
}
