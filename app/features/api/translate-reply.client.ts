import { i18n, type MessageDescriptor } from "@lingui/core";
import type { ErrorBody, MessageCode } from "~/contract/errors";
import { messageIn } from "~/contract/messages";

/** A message of the server in English, with its code if it has one. */
export type Said = Pick<ErrorBody, "message" | "errors" | "codes"> & Partial<MessageCode>;

/** Returns a reply with those of its messages in the page's language whose texts are there. */
export function translateReply<Reply extends Said>(reply: Reply): Reply {
  const { message, code, values, errors, codes } = reply;
  const fields = Object.entries(errors ?? {}).map(([field, messages]) => [
    field,
    messages.map((text, index) => translated(text, codes?.[field]?.[index])),
  ]);
  const own = code === undefined ? undefined : { code, ...(values && { values }) };
  return {
    ...reply,
    message: translated(message, own),
    ...(errors && { errors: Object.fromEntries(fields) }),
  };
}

/** Returns a message in the page's language. @param text it in English, for one without a translation */
function translated(text: string, message?: MessageCode): string {
  if (!message || i18n.messages[message.code] === undefined) return text;
  return messageIn(i18n, descriptorOf(message));
}

function descriptorOf({ code, values = {} }: MessageCode): MessageDescriptor {
  const read = Object.entries(values).map(([name, value]) => [
    name,
    // A message within a message.
    typeof value === "object" && value !== null ? descriptorOf(value as MessageCode) : value,
  ]);
  return { id: code, values: Object.fromEntries(read) };
}
