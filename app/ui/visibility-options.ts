import type { I18n } from "@lingui/core";
import { visibilityTexts } from "~/contract/texts";
import type { Visibility } from "~/contract/visibility";
import type { RadioOption } from "./radio-group";

/** Returns the choices of who may see a post, in the reader's language. */
export function visibilityOptions(i18n: I18n): Record<Visibility, RadioOption> {
  const { everyone, connections } = visibilityTexts;
  const shown = ({ label, hint }: typeof everyone) => ({ label: i18n._(label), hint: i18n._(hint) });
  return { everyone: shown(everyone), connections: shown(connections) };
}
