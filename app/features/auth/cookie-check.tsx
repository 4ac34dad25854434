import { useEffect, useState } from "react";
import { COOKIES_NEEDED } from "~/contract/texts";

/** Says that a form needs cookies, where the browser blocks them. Its field makes the server check it too. */
export function CookieCheck() {
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => setBlocked(!navigator.cookieEnabled), []);
  return (
    <>
      <input type="hidden" name="cookies" value="needed" />
      {isBlocked && (
        <p role="alert" className="text-danger text-sm">
          {COOKIES_NEEDED}
        </p>
      )}
    </>
  );
}
