import { useLingui } from "@lingui/react/macro";
import { Switch } from "~/ui/switch";
import { Choice } from "./choice";
import { type OptionName, settingsOptions } from "./options";

interface Props {
  /** Also the intent of the form. */
  option: OptionName;
  /** The name of its field. */
  name: string;
  hint?: string;
  isOn: boolean;
  onSave?: () => void;
}

/** Renders a switch that is saved at once. */
export function SwitchChoice({ option, name, hint, isOn, onSave }: Props) {
  const { t } = useLingui();
  return (
    <div id={option} className="scroll-mt-(--top-bar) border-line border-b py-4 first:pt-0 last:border-0">
      <Choice intent={option} onSave={onSave} savedAt="end-0 top-7 w-11 text-center">
        <Switch label={t(settingsOptions[option].label)} hint={hint} name={name} defaultChecked={isOn} />
      </Choice>
    </div>
  );
}
