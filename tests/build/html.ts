import { HtmlValidate } from "html-validate";

const validator = new HtmlValidate({
  extends: ["html-validate:standard", "html-validate:document", "html-validate:a11y"],
  rules: {
    // For files of other sites, and the documents have none.
    "require-sri": "off",
    // A document has the bars and headings of phones and of wide screens, and CSS hides one of the two.
    "unique-landmark": "off",
    "heading-level": ["error", { allowMultipleH1: true }],
    // Enter submits a search, as everywhere.
    "wcag/h32": "off",
  },
});

/** Returns the faults of a document (https://html-validate.org/rules/), each with its line and column. */
export async function faultsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`),
  );
}
