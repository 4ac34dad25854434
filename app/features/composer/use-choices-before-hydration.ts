import { useEffectEvent, useLayoutEffect } from "react";
import { type Choices, choicesIn } from "./choices";

/**
 * Takes over what the member has typed and chosen before hydration, which the next render would remove: React keeps `defaultValue` and
 * `defaultChecked` in step with what it renders.
 */
export function useChoicesBeforeHydration(
  formId: string,
  choose: (choices: Partial<Choices>) => void,
  describe: (altText: string) => void,
): void {
  const take = useEffectEvent((values: Record<string, string>) => {
    choose(choicesIn(values));
    if (values.altText) describe(values.altText);
  });
  useLayoutEffect(() => {
    const form = document.getElementById(formId);
    const controls = form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea") ?? [];
    const changed = [...controls].filter((control) =>
      control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)
        ? control.checked && !control.defaultChecked
        : control.type !== "file" && control.value !== control.defaultValue,
    );
    if (changed.length > 0) take(Object.fromEntries(changed.map(({ name, value }) => [name, value])));
  }, [formId]);
}
