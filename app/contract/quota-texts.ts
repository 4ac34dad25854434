import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";

/** The messages of used-up quotas. `most` is a number from 20 on; `retry` is the sentence about the next attempt. */
export const quotaTexts = {
  posts: {
    full: msg({ message: "You can share {most} posts in 24 hours. {retry}" }),
    new: msg({ message: "While your account is new, you can share {most} posts in 24 hours. {retry}" }),
    unconfirmed: msg({
      message: "Until you confirm your email, you can share {most} posts in 24 hours. {retry}",
    }),
  },
  comments: {
    full: msg({ message: "You can write {most} comments in 24 hours. {retry}" }),
    new: msg({ message: "While your account is new, you can write {most} comments in 24 hours. {retry}" }),
    unconfirmed: msg({
      message: "Until you confirm your email, you can write {most} comments in 24 hours. {retry}",
    }),
  },
  uploads: {
    full: msg({ message: "You can upload {most} files in 24 hours. {retry}" }),
    new: msg({ message: "While your account is new, you can upload {most} files in 24 hours. {retry}" }),
    unconfirmed: msg({
      message: "Until you confirm your email, you can upload {most} files in 24 hours. {retry}",
    }),
  },
  uploadSize: {
    full: msg({ message: "You can upload {most} MB in 24 hours. {retry}" }),
    new: msg({ message: "While your account is new, you can upload {most} MB in 24 hours. {retry}" }),
    unconfirmed: msg({
      message: "Until you confirm your email, you can upload {most} MB in 24 hours. {retry}",
    }),
  },
  messages: {
    full: msg({
      message: "You can send {most} messages in 24 hours to a connection who has not answered. {retry}",
    }),
    new: msg({
      message:
        "While your account is new, you can send {most} messages in 24 hours to a connection who has not answered. {retry}",
    }),
    unconfirmed: msg({
      message:
        "Until you confirm your email, you can send {most} messages in 24 hours to a connection who has not answered. {retry}",
    }),
  },
  requests: {
    full: msg({ message: "You can send {most} connection requests in 24 hours. {retry}" }),
    new: msg({
      message: "While your account is new, you can send {most} connection requests in 24 hours. {retry}",
    }),
    unconfirmed: msg({
      message: "Until you confirm your email, you can send {most} connection requests in 24 hours. {retry}",
    }),
  },
  reports: {
    full: msg({ message: "You can send {most} reports in 24 hours. {retry}" }),
    new: msg({ message: "While your account is new, you can send {most} reports in 24 hours. {retry}" }),
    unconfirmed: msg({
      message: "Until you confirm your email, you can send {most} reports in 24 hours. {retry}",
    }),
  },
  translations: {
    full: msg({ message: "You can translate {most} texts in 24 hours. {retry}" }),
    new: msg({ message: "While your account is new, you can translate {most} texts in 24 hours. {retry}" }),
    unconfirmed: msg({
      message: "Until you confirm your email, you can translate {most} texts in 24 hours. {retry}",
    }),
  },
  aiUses: {
    full: msg({ message: "You can make {most} images in 24 hours. {retry}" }),
    new: msg({ message: "While your account is new, you can make {most} images in 24 hours. {retry}" }),
    unconfirmed: msg({
      message: "Until you confirm your email, you can make {most} images in 24 hours. {retry}",
    }),
  },
} satisfies Record<string, Record<string, MessageDescriptor>>;
