import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/runtime-macro";
import { quotaTexts } from "./quota-texts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./time";

interface Quota {
  /** Uses in 24 hours. */
  full: number;
  /** Uses in 24 hours of an account that is younger than `NEW_ACCOUNT_MS` or has not confirmed its email address. */
  low: number;
}

/** The quotas of one member in 24 hours (docs/product.md#quotas). */
export const quotas = {
  posts: { full: 100, low: 20 },
  comments: { full: 500, low: 100 },
  uploads: { full: 200, low: 50 },
  /** Counted in bytes. */
  uploadSize: { full: 500, low: 150 },
  /** To a connection who has not answered. */
  messages: { full: 50, low: 20 },
  requests: { full: 100, low: 30 },
  /** Of subjects that the member has no open report of. */
  reports: { full: 50, low: 20 },
  aiUses: { full: 100, low: 30 },
  /** By Workers AI: those of a browser cost nothing. */
  translations: { full: 100, low: 30 },
} as const satisfies Record<string, Quota>;

export type QuotaName = keyof typeof quotas;

/** An account is new for this long. */
export const NEW_ACCOUNT_MS = 3 * DAY_MS;

/** The state of an account, on which its quotas depend. */
export type Standing = "full" | "new" | "unconfirmed";

/** Returns the number of uses that an account has in 24 hours. */
export function quotaFor(name: QuotaName, standing: Standing): number {
  return quotas[name][standing === "full" ? "full" : "low"];
}

/** Returns the message of a quota that is used up. @param waitMs the time until it opens again */
export function quotaText(name: QuotaName, standing: Standing, waitMs: number): MessageDescriptor {
  const values = { most: quotaFor(name, standing), retry: retryText(waitMs) };
  return { ...quotaTexts[name][standing], values };
}

interface CeilingRule {
  /** The default; an operator can set another number (docs/deploy.md#ceilings). */
  most: number;
  /** The subject of its messages, in the plural. */
  name: string;
}

/** The most uses of all members in 24 hours of services that cost the operator per use (docs/product.md#ceilings). */
export const ceilings = {
  uploads: { most: 20_000, name: "Uploads" },
  aiUses: { most: 5_000, name: "The AI tools" },
} as const satisfies Record<string, CeilingRule>;

export type Ceiling = keyof typeof ceilings;
export const ceilingNames = ["uploads", "aiUses"] as const satisfies readonly Ceiling[];

const reached: Record<Ceiling, MessageDescriptor> = {
  uploads: msg({ message: "Uploads have reached today's limit for everybody. {retry}" }),
  aiUses: msg({ message: "The AI tools have reached today's limit for everybody. {retry}" }),
};

/** Returns the message of a ceiling that is reached. @param waitMs the time until it opens again */
export function ceilingText(ceiling: Ceiling, waitMs: number): MessageDescriptor {
  return { ...reached[ceiling], values: { retry: retryText(waitMs) } };
}

const switchedOff: Record<Ceiling, MessageDescriptor> = {
  uploads: msg`Uploads are switched off at the moment. Please try again later.`,
  aiUses: msg`The AI tools are switched off at the moment. Please try again later.`,
};

/** Returns the message of uses that a moderator has switched off. */
export const switchedOffText = (ceiling: Ceiling): MessageDescriptor => switchedOff[ceiling];

/** Returns the sentence that says when a limit opens again, rounded up. */
export function retryText(waitMs: number): MessageDescriptor {
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  if (minutes <= 1) return msg`Please try again in a minute.`;
  if (waitMs <= HOUR_MS)
    return msg`Please try again in ${plural({ minutes }, { one: "# minute", other: "# minutes" })}.`;
  const hours = Math.ceil(waitMs / HOUR_MS);
  return msg`Please try again in ${plural({ hours }, { one: "# hour", other: "# hours" })}.`;
}
