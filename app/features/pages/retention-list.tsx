import { useLingui } from "@lingui/react/macro";
import { retentionTexts } from "~/contract/retention";

/** The data that is deleted by its age, with its retention. */
export function RetentionList() {
  const { t } = useLingui();
  return (
    <ul>
      {retentionTexts.map((text) => (
        <li key={text.id}>{t(text)}</li>
      ))}
    </ul>
  );
}
