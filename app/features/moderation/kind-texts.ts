import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ReportKind } from "~/contract/safety";

/** The texts about the subject of a report. */
interface KindTexts {
  title: (username: string) => MessageDescriptor;
  /** The alt text of its first photo. */
  photo: MessageDescriptor;
}

interface RemovableTexts {
  /** The label of the choice that removes it beside another decision. */
  choice: MessageDescriptor;
  question: MessageDescriptor;
}

export const kindTexts: Record<ReportKind, KindTexts> = {
  post: {
    title: (username) => msg`Post by ${username}`,
    photo: msg`Reported post`,
  },
  comment: {
    title: (username) => msg`Comment by ${username}`,
    photo: msg`Reported comment`,
  },
  message: {
    title: (username) => msg`Message by ${username}`,
    photo: msg`Reported message`,
  },
  member: {
    title: (username) => msg`Member ${username}`,
    photo: msg`Reported member`,
  },
  ai_image: {
    title: (username) => msg`AI image by ${username}`,
    photo: msg`Reported ai image`,
  },
};

export const removableTexts: Record<Exclude<ReportKind, "member">, RemovableTexts> = {
  post: {
    choice: msg`Remove the post too, with a warning, silence or suspension`,
    question: msg`Remove this post?`,
  },
  comment: {
    choice: msg`Remove the comment too, with a warning, silence or suspension`,
    question: msg`Remove this comment?`,
  },
  message: {
    choice: msg`Remove the message too, with a warning, silence or suspension`,
    question: msg`Remove this message?`,
  },
  ai_image: {
    choice: msg`Remove the ai image too, with a warning, silence or suspension`,
    question: msg`Remove this ai image?`,
  },
};
