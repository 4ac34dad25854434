import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { AuthCard } from "~/features/pages/auth-card";
import { ButtonLink } from "~/ui/button";

interface Props {
  /** The lifetime of such a link, and a way out. */
  subtitle: string;
  /** The page behind the button. */
  to: string;
  button: string;
  footer?: ReactNode;
}

/** Renders the card for a mailed link that is malformed, unknown, used or expired. */
export function VoidLinkCard({ subtitle, to, button, footer }: Props) {
  const { t } = useLingui();
  return (
    <AuthCard title={t`This link is no longer valid`} subtitle={subtitle} footer={footer}>
      <ButtonLink to={to} wide>
        {button}
      </ButtonLink>
    </AuthCard>
  );
}
