import { DAY_MS, HOUR_MS, MINUTE_MS } from "./time";

interface Quota {
  /** Uses in 24 hours. */
  full: number;
  /** Uses in 24 hours of an account that is younger than `NEW_ACCOUNT_MS` or has not confirmed its email address. */
  low: number;
  /** The verb of its message, as in "You can share 100 posts". */
  verb: string;
  unit: string;
  /** Restricts the counted uses. */
  to?: string;
}

/** The quotas of one member in 24 hours (docs/product.md#quotas). */
export const quotas = {
  posts: { full: 100, low: 20, verb: "share", unit: "posts" },
  comments: { full: 500, low: 100, verb: "write", unit: "comments" },
  uploads: { full: 200, low: 50, verb: "upload", unit: "files" },
  /** Counted in bytes. */
  uploadSize: { full: 500, low: 150, verb: "upload", unit: "MB" },
  messages: {
    full: 50,
    low: 20,
    verb: "send",
    unit: "messages",
    to: " to a connection who has not answered",
  },
  requests: { full: 100, low: 30, verb: "send", unit: "connection requests" },
  /** Of subjects that the member has no open report of. */
  reports: { full: 50, low: 20, verb: "send", unit: "reports" },
  aiUses: { full: 100, low: 30, verb: "make", unit: "images" },
} as const satisfies Record<string, Quota>;

export type QuotaName = keyof typeof quotas;

/** An account is new for this long. */
export const NEW_ACCOUNT_MS = 3 * DAY_MS;

/** The state of an account, on which its quotas depend. */
export type Standing = "full" | "new" | "unconfirmed";

const conditions: Record<Standing, string> = {
  full: "You",
  new: "While your account is new, you",
  unconfirmed: "Until you confirm your email, you",
};

/** Returns the number of uses that an account has in 24 hours. */
export function quotaFor(name: QuotaName, standing: Standing): number {
  return quotas[name][standing === "full" ? "full" : "low"];
}

/** Returns the message of a quota that is used up. @param waitMs the time until it opens again */
export function quotaText(name: QuotaName, standing: Standing, waitMs: number): string {
  const { verb, unit, to = "" }: Quota = quotas[name];
  const most = quotaFor(name, standing);
  return `${conditions[standing]} can ${verb} ${most} ${unit} in 24 hours${to}. ${retryText(waitMs)}`;
}

interface CeilingRule {
  /** The default; an operator can set another number (docs/deploy.md#ceilings). */
  most: number;
  /** The subject of its messages, in the plural. */
  name: string;
}

/** The most uses of all members together in 24 hours, for services that cost the operator money with each use (docs/product.md#ceilings). */
export const ceilings = {
  uploads: { most: 20_000, name: "Uploads" },
  aiUses: { most: 5_000, name: "The AI tools" },
} as const satisfies Record<string, CeilingRule>;

export type Ceiling = keyof typeof ceilings;
export const ceilingNames = ["uploads", "aiUses"] as const satisfies readonly Ceiling[];

/** Returns the message of a ceiling that is reached. @param waitMs the time until it opens again */
export function ceilingText(ceiling: Ceiling, waitMs: number): string {
  return `${ceilings[ceiling].name} have reached today's limit for everybody. ${retryText(waitMs)}`;
}

/** Returns the message of uses that a moderator has switched off. */
export function switchedOffText(ceiling: Ceiling): string {
  return `${ceilings[ceiling].name} are switched off at the moment. Please try again later.`;
}

/** Returns the sentence that says when a limit opens again, rounded up. */
export function retryText(waitMs: number): string {
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  if (minutes <= 1) return "Please try again in a minute.";
  if (waitMs <= HOUR_MS) return `Please try again in ${minutes} minutes.`;
  return `Please try again in ${Math.ceil(waitMs / HOUR_MS)} hours.`;
}
