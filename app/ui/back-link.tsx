import { useLingui } from "@lingui/react/macro";
import { ArrowLeft } from "lucide-react";
import { useNavigate } from "react-router";
import { backText } from "./back-text";
import { ButtonLink } from "./button";
import { useOrigin } from "./origin";

/**
 * The link to the page from which the member came, with its name. Goes back in the history, so scroll positions stay.
 * @param to the page it leads to when the member came from elsewhere, as by a link in a mail
 */
export function BackLink({ to }: { to: string }) {
  const { t } = useLingui();
  const origin = useOrigin();
  const navigate = useNavigate();
  const target = origin?.to ?? to;
  return (
    <ButtonLink
      variant="plain"
      size="small"
      to={target}
      viewTransition
      className="-ms-3.5 min-w-0"
      onClick={(event) => {
        const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
        if (!origin?.isPrevious || isModified) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
      <span className="truncate">{t(backText(target))}</span>
    </ButtonLink>
  );
}
