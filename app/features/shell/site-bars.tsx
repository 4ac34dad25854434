import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { SiteText } from "~/contract/site";
import type { SessionData } from "~/features/session/viewer";
import { IconButton } from "~/ui/icon-button";

type Bars = Pick<SessionData, "readOnly" | "announcement">;

/** Renders what the operator says on every page: why nobody can write, and the announcement. */
export function SiteBars({ readOnly, announcement }: Bars) {
  const { t } = useLingui();
  return (
    <>
      {readOnly && (
        <Bar
          name={t({ message: "Maintenance", comment: "The time in which nobody can change anything" })}
          text={readOnly.text || t`You can read everything, but nothing can be changed during maintenance.`}
          language={readOnly.language}
        />
      )}
      {announcement && <Announcement {...{ announcement }} isFixed={readOnly !== undefined} />}
    </>
  );
}

/** Renders the announcement. @param isFixed whether it cannot be dismissed: nothing can be stored */
function Announcement({
  announcement,
  isFixed,
}: Required<Pick<Bars, "announcement">> & { isFixed: boolean }) {
  const { t } = useLingui();
  const { pathname, search } = useLocation();
  return (
    <Bar
      name={t({ message: "Announcement", comment: "A message of the operator to all members" })}
      {...announcement}
    >
      {!isFixed && (
        <form method="post" action="/announcement">
          <input type="hidden" name="id" value={announcement.id} />
          <input type="hidden" name="next" value={pathname + search} />
          <IconButton type="submit" label={t`Dismiss announcement`} icon={<X />} />
        </form>
      )}
    </Bar>
  );
}

function Bar({ name, text, language, children }: SiteText & { name: string; children?: ReactNode }) {
  return (
    <aside
      aria-label={name}
      className="safe-x flex items-center border-line border-b bg-wash text-sm print:hidden"
    >
      <p
        lang={language || undefined}
        dir="auto"
        className="wrap-anywhere mx-auto max-w-2xl whitespace-pre-line px-4 py-3"
      >
        {text}
      </p>
      {children}
    </aside>
  );
}
