import { useLingui } from "@lingui/react/macro";
import { kept } from "~/contract/retention";

/** The data that is deleted by its age, with its retention. */
export function KeptList() {
  const { t } = useLingui();
  return (
    <ul>
      {kept.map((text) => (
        <li key={text.id}>{t(text)}</li>
      ))}
    </ul>
  );
}
