import { retryImport } from "~/ui/retry-import";

/** Loads the code that sends and receives messages. One instance, because the code has state. */
export const loadChat = retryImport(() => import("./live-chat.client"));
