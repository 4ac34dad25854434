import { useLingui } from "@lingui/react/macro";
import { RadioGroup, type RadioOption } from "~/ui/radio-group";
import { type OptionName, settingsOptions } from "./options";
import { Section } from "./section";

interface Props<Value extends string> {
  option: OptionName;
  /** The name of its field. */
  name: string;
  text?: string;
  choices: Record<Value, RadioOption>;
  value: NoInfer<Value>;
  onSave?: () => void;
}

/** Renders radio buttons under a heading; a choice is saved at once. */
export function RadioChoice<Value extends string>({
  option,
  name,
  text,
  choices,
  value,
  onSave,
}: Props<Value>) {
  const { t } = useLingui();
  return (
    <Section option={option} text={text} choice={{ onSave }}>
      <RadioGroup
        legend={t(settingsOptions[option].label)}
        legendHidden
        name={name}
        options={choices}
        defaultValue={value}
      />
    </Section>
  );
}
