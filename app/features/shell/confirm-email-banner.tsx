import { Link, useLocation } from "react-router";
import { textLink } from "~/ui/text-link";

/** Pages with the banner: those where a member looks around, not those where they work. */
const PAGES = ["/feed", "/profile"];

/** Asks a member to confirm their email address. @param note says where the code is */
export function ConfirmEmailBanner({ note }: { note: string }) {
  const { pathname } = useLocation();
  if (!PAGES.includes(pathname)) return null;
  return (
    <p className="px-4 pt-4 print:hidden text-center text-muted text-sm">
      <span>{note}</span>{" "}
      <Link to="/settings/email" className={textLink}>
        confirm your email
      </Link>{" "}
      to secure your account.
    </p>
  );
}
