import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { LanguageSwitch } from "~/features/language/language-switch";
import { DuskScene } from "~/ui/dusk-scene";
import { Logo } from "~/ui/logo";

interface Props {
  title: string;
  subtitle?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * Renders the frame of the account pages: the logo above one column, and on wide screens the dusk scene beside it.
 * `footer` is the line under the form, such as the link from log-in to sign-up.
 */
export function AuthCard({ title, subtitle, footer, children }: Props) {
  return (
    <main className="safe-x grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex flex-col px-5 py-6 sm:px-10">
        <Link to="/" className="touch inline-flex items-center self-start rounded-control">
          <Logo />
        </Link>
        <div className="mx-auto flex w-full max-w-[380px] flex-1 flex-col py-[min(14dvh,8rem)]">
          <h1 className="title text-4xl">{title}</h1>
          {subtitle && <p className="mt-2 text-muted">{subtitle}</p>}
          <div className="mt-8">{children}</div>
          {footer && <div className="mt-8 text-center text-muted">{footer}</div>}
        </div>
        <LanguageSwitch className="justify-center" />
      </div>
      <div className="relative m-3 hidden overflow-hidden rounded-card bg-dusk-deep lg:block">
        <DuskScene />
        <p className="title absolute inset-x-10 top-12 max-w-md text-3xl text-dusk-ink">
          <Trans>Share moments, create memories</Trans>
        </p>
      </div>
    </main>
  );
}
