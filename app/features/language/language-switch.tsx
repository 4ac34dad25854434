import { Trans, useLingui } from "@lingui/react/macro";
import { Languages } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { languages } from "~/contract/languages";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { selectClasses } from "~/ui/control-classes";
import { keepTyped, restoreTyped } from "./keep-typed";

/**
 * Renders the choice of the language, each named in itself. Works without JavaScript. A choice loads a new document:
 * text typed in other fields is kept.
 */
export function LanguageSwitch({ className }: { className?: string }) {
  const { i18n, t } = useLingui();
  const { pathname, search } = useLocation();
  useEffect(restoreTyped, []);
  return (
    <form
      method="post"
      action="/language"
      onSubmit={keepTyped}
      className={classNames("flex flex-wrap items-center gap-2", className)}
    >
      <input type="hidden" name="next" value={pathname + search} />
      <Languages aria-hidden className="size-5 text-muted" />
      <select
        name="language"
        aria-label={t`Language`}
        defaultValue={i18n.locale}
        autoComplete="off"
        translate="no"
        className={selectClasses("min-h-11 min-w-0 max-w-64 flex-[1_1_9rem] py-2")}
      >
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
      <Button type="submit" variant="quiet">
        <Trans>Change language</Trans>
      </Button>
    </form>
  );
}
