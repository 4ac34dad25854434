import { msg } from "@lingui/core/runtime-macro";
import { userSummary } from "./accounts";
import { ruleText } from "./messages";
import type { NotificationType } from "./notifications";
import { z } from "./zod";

/** The ways in which a notification can reach a member. */
export const notificationChannels = ["app", "push", "mail"] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** The kinds of notifications that a member can turn off, each for a channel, in the order of the form. */
export const notificationKinds = [
  "messages",
  "likes",
  "comments",
  "mentions",
  "shares",
  "connections",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The kind of each type of notification; null for those that cannot be turned off. */
export const kindOfType: Record<NotificationType, NotificationKind | null> = {
  like: "likes",
  save: "likes",
  comment_like: "likes",
  comment: "comments",
  comment_reply: "comments",
  mention: "mentions",
  post_share: "shares",
  new_post: "shares",
  follow: "connections",
  follow_request: "connections",
  connection_request: "connections",
  connection_accepted: "connections",
  connection_rejected: "connections",
  moderation: null,
  report_reviewed: null,
};

/** The channels of each kind. */
export const channelsOfKind: Record<NotificationKind, readonly NotificationChannel[]> = {
  // The app always has them.
  messages: ["push", "mail"],
  likes: ["app", "push", "mail"],
  comments: ["app", "push", "mail"],
  mentions: ["app", "push", "mail"],
  shares: ["app", "push", "mail"],
  connections: ["app", "push", "mail"],
};

/** Returns the kinds that a channel has. */
export const kindsOfChannel = (channel: NotificationChannel): NotificationKind[] =>
  notificationKinds.filter((kind) => channelsOfKind[kind].includes(channel));

/** Returns the name of a kind in a channel, as the database stores those that are turned off. */
export const switchName = (channel: NotificationChannel, kind: NotificationKind): string =>
  `${channel}:${kind}`;

const kinds = z.array(
  z.enum(notificationKinds, { error: ruleText(msg`There is no such kind of notifications.`) }),
);

/** The frequencies of mails with a member's news. */
export const digestFrequencies = ["daily", "weekly", "never"] as const;
export type DigestFrequency = (typeof digestFrequencies)[number];
export const DEFAULT_DIGEST: DigestFrequency = "weekly";

const digest = z.enum(digestFrequencies, { error: ruleText(msg`Please choose daily, weekly or never.`) });

/** The kinds that are on in each channel. */
export const notificationSettings = z.object({
  app: kinds,
  push: kinds,
  /** The kinds in digests. */
  mail: kinds,
  digest,
  /** Whether likes, comments, mentions and shares come from connections only. */
  fromConnections: z.boolean(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** A field that is left out stays as it is. */
export const notificationSettingsInput = notificationSettings.partial();
export type NotificationSettingsInput = z.infer<typeof notificationSettingsInput>;

/** The forms of the page. Browsers omit unchecked checkboxes. */
export const kindsForm = z.object({
  app: kinds.default([]),
  push: kinds.default([]),
  mail: kinds.default([]),
});
export const digestForm = z.object({ digest });
export const fromConnectionsForm = z.object({ fromConnections: z.boolean().default(false) });

/** The exceptions for single members, which outrank the kinds: `always` notifies of all their acts, `never` of none. */
export const exceptionModes = ["always", "never"] as const;
const mode = z.enum(exceptionModes, { error: ruleText(msg`Please choose always or never.`) });

export const notificationExceptionInput = z.object({ mode });
export type NotificationExceptionInput = z.infer<typeof notificationExceptionInput>;

/** The same, with the member by username. */
export const notificationExceptionForm = z.object({
  username: z
    .string({ error: ruleText(msg`Please enter a username`) })
    .trim()
    .overwrite((name) => name.replace(/^@/, ""))
    .min(1, { error: ruleText(msg`Please enter a username`) }),
  mode,
});

export const notificationException = userSummary.extend({ mode });
export type NotificationException = z.infer<typeof notificationException>;

export const notificationSettingsView = notificationSettings.extend({
  exceptions: z.array(notificationException),
});
export type NotificationSettingsView = z.infer<typeof notificationSettingsView>;
