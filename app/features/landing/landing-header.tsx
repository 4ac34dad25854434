import { Trans, useLingui } from "@lingui/react/macro";
import { ButtonLink } from "~/ui/button";
import { Logo } from "~/ui/logo";

/** Renders the fixed header. Dark and opaque in both themes: without JavaScript it cannot adapt to its background. */
export function LandingHeader() {
  const { t } = useLingui();
  return (
    <header
      data-theme="dark"
      className="on-dusk safe-x fixed inset-x-0 top-0 z-30 bg-dusk-deep text-dusk-ink"
    >
      <nav
        aria-label={t({ message: "Main", comment: "Name of the main navigation" })}
        className="mx-auto flex h-16 max-w-[76rem] items-center gap-1 px-[min(1rem,16px)] sm:gap-2 sm:px-8"
      >
        <a href="#top" className="touch flex min-w-0 flex-1 items-center rounded-control">
          {/* Beside long labels the name wraps out of sight, and the logomark stays. */}
          <Logo className="h-7 flex-wrap overflow-hidden" />
        </a>
        <ButtonLink to="/login" variant="plain" className="max-sm:px-[min(0.75rem,12px)]">
          <Trans>Log in</Trans>
        </ButtonLink>
        <ButtonLink to="/signup" variant="quiet" className="max-sm:px-[min(0.75rem,12px)]">
          <Trans>Sign up</Trans>
        </ButtonLink>
      </nav>
    </header>
  );
}
