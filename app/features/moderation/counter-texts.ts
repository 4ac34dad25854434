import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CounterName } from "~/contract/counters";
import type { BillPart } from "~/contract/month-bill";

/** The names of the dashboard's counters, in the order of its charts. */
export const counterTexts: Record<CounterName, MessageDescriptor> = {
  members: msg({ message: "Members", comment: "The number of accounts, on the dashboard" }),
  newMembers: msg({ message: "New members", comment: "The number on a day" }),
  activeMembers: msg({ message: "Active members", comment: "The number on a day" }),
  posts: msg({ message: "New posts", comment: "The number on a day" }),
  messages: msg({ message: "Messages sent", comment: "The number on a day" }),
  uploads: msg({ message: "Uploads", context: "number", comment: "Of photos on a day" }),
  aiUses: msg({ message: "Uses of AI", comment: "The number on a day" }),
  aiImages: msg({ message: "AI images made", comment: "The number on a day" }),
  mails: msg({ message: "Emails sent", comment: "The number on a day" }),
  errors: msg({ message: "Errors", comment: "The number of faults of the server on a day" }),
  storage: msg({ message: "Files", comment: "The storage that all files take" }),
  largestDatabase: msg({ message: "Largest database", comment: "Its size" }),
  databases: msg({ message: "All databases", comment: "Their size" }),
  reports: msg({ message: "Open reports", comment: "The number" }),
  appeals: msg({ message: "Open appeals", comment: "The number" }),
  waiting: msg({ message: "Waiting for approval", comment: "The number of people" }),
  heldMails: msg({ message: "Emails that wait", comment: "The number" }),
  removals: msg({ message: "Files to delete", comment: "The number that waits" }),
};

/** The names of the parts of the bill. */
export const billTexts: Record<BillPart, MessageDescriptor> = {
  plan: msg({ message: "Plan", comment: "The basic price of the hosting service" }),
  requests: msg({
    message: "Requests",
    context: "server",
    comment: "A part of the bill of the hosting service",
  }),
  logs: msg({ message: "Log lines", comment: "A part of the bill of the hosting service" }),
  databases: msg({ message: "Databases", comment: "A part of the bill of the hosting service" }),
  hubs: msg({
    message: "Live connections",
    comment: "A part of the bill: the servers that keep pages up to date",
  }),
  photos: msg({ message: "Photos", comment: "A part of the bill of the hosting service" }),
  ai: msg({ message: "AI", comment: "A part of the bill of the hosting service" }),
};

const BYTES: ReadonlySet<CounterName> = new Set(["storage", "largestDatabase", "databases"]);

/** Returns a counter's value as a text: bytes with their unit. */
export function counterText(i18n: I18n, name: CounterName, value: number): string {
  return BYTES.has(name) ? bytesText(i18n, value) : i18n.number(value);
}

/** Returns bytes as kilobytes, megabytes or gigabytes of thousands, as the hosting service counts them. */
export function bytesText(i18n: I18n, bytes: number): string {
  const [unit, size] =
    bytes >= 1e9 ? ["gigabyte", 1e9] : bytes >= 1e6 ? ["megabyte", 1e6] : ["kilobyte", 1e3];
  return i18n.number(bytes / size, { style: "unit", unit, maximumFractionDigits: 1 });
}
