/** The operator of a site (docs/deploy.md#first-deployment). */
export interface Operator {
  /** Name and postal address: one text for all languages, or by language, with English for those without one. */
  name: string | Record<string, string>;
  /** An email address. */
  contact: string;
  /** The language in which terms and privacy policy apply where a translation differs; without it none is named. */
  prevails?: string;
}

/** Returns name and postal address for readers of a language. */
export function operatorName({ name }: Operator, language: string): string {
  return typeof name === "string" ? name : (name[language] ?? name.en ?? "");
}

/** Returns the operator with the contact of the site's settings, if these have one. */
export const withContact = (operator: Operator | null, contact: string): Operator | null =>
  operator && { ...operator, contact: contact || operator.contact };
