import { useNavigation } from "react-router";
import { Button, type ButtonProps } from "./button";

interface Props extends Omit<ButtonProps, "type" | "name" | "value" | "busy"> {
  intent: string;
}

/** The button that submits one of several forms of a page: its intent names the form. Busy while that form is sent. */
export function IntentButton({ intent, ...button }: Props) {
  const { formData } = useNavigation();
  return (
    <Button
      {...button}
      type="submit"
      name="intent"
      value={intent}
      busy={formData?.get("intent") === intent}
    />
  );
}
