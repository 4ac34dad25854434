import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "~/ui/class-names";

interface Props {
  to: string;
  title: string;
  /** One line below the title, such as the current value. */
  line?: string;
  icon?: ReactNode;
  /** Whether the page that it leads to is shown beside it. */
  isCurrent?: boolean;
}

/** Renders rows as a list. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className="-mx-3 grid grid-cols-1 gap-0.5">{children}</ul>;
}

/** Renders a row that leads to a page. */
export function Row({ to, title, line, icon, isCurrent = false }: Props) {
  return (
    <li>
      <Link
        to={to}
        aria-current={isCurrent ? "page" : undefined}
        className={classNames(
          "flex min-h-14 items-center gap-4 rounded-control px-3 py-2 transition-colors hover:bg-wash [&>svg]:shrink-0 [&>svg]:stroke-[1.5]",
          isCurrent && "lg:bg-wash",
        )}
      >
        {icon}
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{title}</span>
          {line && <span className="block wrap-anywhere text-muted text-sm">{line}</span>}
        </span>
        <ChevronRight
          aria-hidden
          // The rows with icons have their pages beside them.
          className={classNames("size-5 text-muted rtl:-scale-x-100", icon !== undefined && "lg:hidden")}
        />
      </Link>
    </li>
  );
}
