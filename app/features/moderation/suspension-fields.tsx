import { useLingui } from "@lingui/react/macro";
import { DECISION_DAYS_MAX } from "~/contract/limits";
import { type ReportReason, reasonNames, reportReasons } from "~/contract/safety";
import { Field } from "~/ui/field";
import { Choice } from "./choice";

interface Props {
  reason: ReportReason;
  /** Says what the days are for. */
  hint: string;
}

/** Renders the fields of a decision's reason and days. */
export function SuspensionFields({ reason, hint }: Props) {
  const { t } = useLingui();
  return (
    <>
      <Choice
        name="reason"
        label={t`Reason`}
        value={reason}
        options={reportReasons.map((one) => [one, t(reasonNames[one])])}
      />
      <Field
        label={t`Days`}
        name="days"
        type="number"
        min={1}
        max={DECISION_DAYS_MAX}
        defaultValue={7}
        hint={hint}
      />
    </>
  );
}
