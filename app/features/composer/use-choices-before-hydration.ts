import { useEffectEvent, useLayoutEffect } from "react";
import { type Choices, choicesIn } from "./choices";

/**
 * Takes over what the member typed and chose before hydration. The next render would remove it, because React keeps
 * `defaultValue` and `defaultChecked` in sync with it. Includes a box or option that was set back to its initial
 * state, which a draft would override.
 */
export function useChoicesBeforeHydration(
  formId: string,
  choose: (choices: Partial<Choices>) => void,
  describe: (altText: string) => void,
): void {
  const take = useEffectEvent((values: Record<string, string | boolean>) => {
    choose(choicesIn(values));
    if (typeof values.altText === "string") describe(values.altText);
  });
  useLayoutEffect(() => {
    const form = document.getElementById(formId);
    const controls = form?.querySelectorAll<Control>("input, textarea") ?? [];
    const changed = [...controls].filter((control) =>
      isTicked(control)
        ? control.checked !== control.defaultChecked || isTouched(control)
        : control.type !== "file" && control.value !== control.defaultValue,
    );
    if (changed.length > 0) take(Object.fromEntries(changed.flatMap(choiceOf)));
  }, [formId]);
}

type Control = HTMLInputElement | HTMLTextAreaElement;

const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);

/** Whether the member has changed a control, perhaps back. Older browsers cannot tell. */
const isTouched = (control: Control) =>
  CSS.supports("selector(:user-valid)") && control.matches(":user-valid");

/** Returns the name of a control and its value. An option that is not chosen has none. */
function choiceOf(control: Control): [string, string | boolean][] {
  if (!isTicked(control)) return [[control.name, control.value]];
  if (control.type === "checkbox") return [[control.name, control.checked]];
  return control.checked ? [[control.name, control.value]] : [];
}
