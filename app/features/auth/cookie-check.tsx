import { useLingui } from "@lingui/react/macro";
import { COOKIES_NEEDED } from "~/contract/texts";
import { useHydrated } from "~/ui/use-hydrated";

/** Says that a form needs cookies, where the browser blocks them. Its field makes the server check it too. */
export function CookieCheck() {
  const { t } = useLingui();
  const isBlocked = useHydrated() && !navigator.cookieEnabled;
  return (
    <>
      <input type="hidden" name="cookies" value="needed" />
      {isBlocked && (
        <p role="alert" className="text-danger text-sm">
          {t(COOKIES_NEEDED)}
        </p>
      )}
    </>
  );
}
