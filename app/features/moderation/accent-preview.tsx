import { useLingui } from "@lingui/react/macro";
import type { CSSProperties } from "react";
import { accentOf, type Shades } from "~/contract/accent";
import { themeNames } from "~/ui/theme";

/** Renders examples of a colour in both themes, and says where it gets another shade. @param colour as `#rrggbb` */
export function AccentPreview({ colour }: { colour: string }) {
  const { t } = useLingui();
  const { shifted, ...shades } = accentOf(colour);
  return (
    <fieldset aria-label={t`Preview`} className="grid grid-cols-2 gap-3">
      {(["light", "dark"] as const).map((theme) => {
        const shade = shades[theme]["ember-strong"] ?? colour;
        return (
          <div
            key={theme}
            data-theme={theme}
            style={propertiesOf(shades[theme])}
            className="grid content-start gap-2 rounded-card border border-line bg-paper p-4 text-ink text-sm"
          >
            <span className="text-muted">{t(themeNames[theme])}</span>
            <span className="flex items-center gap-3">
              <span className="font-medium text-ember-strong underline underline-offset-3">
                {t({ message: "A link", comment: "Example of a colour" })}
              </span>
              <span aria-hidden className="size-6 rounded-full bg-ember-strong" />
              <span aria-hidden className="size-6 rounded-full border-2 border-ember" />
            </span>
            <span aria-hidden className="afterglow-gradient h-2 rounded-full" />
            {shifted.includes(theme) && (
              <span className="text-muted">{t`${shade}, because your colour could not be read here`}</span>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

/** Returns custom properties for a style attribute. React's types know no names of them. */
const propertiesOf = (shades: Shades): CSSProperties =>
  Object.fromEntries(Object.entries(shades).map(([name, value]) => [`--${name}`, value]));
