import { Trans } from "@lingui/react/macro";
import { Link, useLocation } from "react-router";
import { textLink } from "~/ui/text-link";

/** Pages with the banner: those where a member looks around, not those where they work. */
const PAGES = ["/feed", "/profile"];

/** Asks a member to confirm their email address, by the code that is at a place. */
export function ConfirmEmailBanner({ codePlace }: { codePlace: "mailbox" | "terminal" }) {
  const { pathname } = useLocation();
  if (!PAGES.includes(pathname)) return null;
  return (
    <p className="px-4 pt-4 print:hidden text-center text-muted text-sm">
      {codePlace === "terminal" ? (
        <span key="terminal">
          <Trans>
            Your code is in the terminal of the server:{" "}
            <Link to="/settings/email" className={textLink}>
              confirm your email
            </Link>{" "}
            to secure your account.
          </Trans>
        </span>
      ) : (
        <span key="mailbox">
          <Trans>
            We sent you a code:{" "}
            <Link to="/settings/email" className={textLink}>
              confirm your email
            </Link>{" "}
            to secure your account.
          </Trans>
        </span>
      )}
    </p>
  );
}
