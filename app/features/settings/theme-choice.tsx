import { Trans, useLingui } from "@lingui/react/macro";
import { Moon, Sun, SunMoon } from "lucide-react";
import { setTheme, type Theme, themeNames, themes, useTheme } from "~/ui/theme";

const icons: Record<Theme, typeof Sun> = { light: Sun, dark: Moon, system: SunMoon };

/** Radio buttons for the theme: light, dark or system. */
export function ThemeChoice() {
  const { t } = useLingui();
  const theme = useTheme();
  return (
    <fieldset className="grid max-w-sm grid-cols-3 gap-2">
      <legend className="sr-only">
        <Trans>Theme</Trans>
      </legend>
      {themes.map((option) => {
        const Icon = icons[option];
        return (
          <label
            key={option}
            className="flex cursor-pointer flex-col items-center gap-2 rounded-card border border-line py-4 font-medium text-sm transition-colors hover:bg-wash has-checked:border-ink has-checked:bg-surface has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name="theme"
              value={option}
              checked={theme === option}
              onChange={() => setTheme(option)}
              className="sr-only"
            />
            <Icon aria-hidden className="size-5" />
            <span>{t(themeNames[option])}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
