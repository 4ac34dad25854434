import { msg } from "@lingui/core/macro";

/** The titles of a member's lists. */
export const listTitles = {
  connected: msg({
    message: "Connected",
    context: "list of members",
    comment: "Members whose requests the member has accepted; also below their number on a profile",
  }),
  connecting: msg({
    message: "Connecting",
    context: "list of members",
    comment: "Members who have accepted a request of the member; also below their number on a profile",
  }),
  requests: msg({ message: "Requests", comment: "Requests of members to connect" }),
};
