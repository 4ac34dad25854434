import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Button } from "./button";
import { classNames } from "./class-names";
import { useReload } from "./router/use-reload";

interface StateProps {
  title: string;
  text?: ReactNode;
  /** Icon above the heading: a lucide icon. */
  icon?: ReactNode;
  className?: string;
  /** Level of the heading in the page's outline. */
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
      {text && <p className="mt-2 text-balance text-muted">{text}</p>}
      {children && <div className="mt-6">{children}</div>}
    </div>
  );
}

/** An empty state with at most one action (docs/product.md#screens). */
export function EmptyState({ action, ...state }: StateProps & { action?: ReactNode }) {
  return <State {...state}>{action}</State>;
}

export interface ErrorStateProps extends Omit<StateProps, "title"> {
  /** Text of the error (docs/product.md#errors). */
  title: string;
  /** Called by Retry; by default the page's loaders run again. */
  onRetry?: () => void;
  busy?: boolean;
}

/** An error state with a Retry button (docs/product.md#errors). */
export function ErrorState({ onRetry, ...state }: ErrorStateProps) {
  return onRetry ? <RetryState {...state} onRetry={onRetry} /> : <RevalidatingState {...state} />;
}

function RevalidatingState(state: Omit<ErrorStateProps, "onRetry">) {
  const reload = useReload();
  const [busy, setBusy] = useState(false);
  async function retry() {
    setBusy(true);
    // While the session cannot be read, a retry would also remove the bars around the page.
    const reply = await fetch("/api/auth/me").catch(() => null);
    if (reply && reply.status < 500) await reload();
    setBusy(false);
  }
  return <RetryState {...state} busy={busy} onRetry={() => void retry()} />;
}

function RetryState({ onRetry, busy, ...state }: ErrorStateProps & { onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <State role="alert" {...state}>
      <Button variant="quiet" onClick={onRetry} busy={busy} busyLabel={t`Retrying...`}>
        <Trans>Retry</Trans>
      </Button>
    </State>
  );
}
