/** The operator of a site (docs/deploy.md#first-deployment). */
export interface Operator {
  /** Name and postal address. */
  name: string;
  /** An email address. */
  contact: string;
}
