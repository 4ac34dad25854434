import { connectionItem, connectionStatus, listedMember, storyMembers } from "../connections";
import { z } from "../zod";
import type { Call } from "./call";

/** The calls of connections and their stories. */
export const connectionCalls = {
  listConnections: {
    method: "GET",
    path: "/api/connections",
    summary:
      "List the member's connections, or those whose names contain `q`. A page of a search can be empty and have a next one",
    query: ["q"],
    paged: true,
    reply: z.array(connectionItem),
  },
  listReceivedRequests: {
    method: "GET",
    path: "/api/connections/requests/received",
    summary: "List the members whose request waits for the member's answer",
    paged: true,
    reply: z.array(listedMember),
  },
  listSentRequests: {
    method: "GET",
    path: "/api/connections/requests/sent",
    summary: "List the members who have not answered the member's request",
    paged: true,
    reply: z.array(listedMember),
  },
  readStories: {
    method: "GET",
    path: "/api/connections/stories",
    summary: "List the members of the stories strip: the member's connections",
    paged: true,
    reply: storyMembers,
  },
  readConnectionStatus: {
    method: "GET",
    path: "/api/connections/status/{userId}",
    summary: "Return the connection status with a member",
    reply: connectionStatus,
    errors: ["not_found", "invalid"],
  },
  requestConnection: {
    method: "POST",
    path: "/api/connections/request/{userId}",
    summary: "Send a connection request, or accept the request of that member",
    reply: connectionStatus,
    errors: ["not_found", "invalid"],
  },
  cancelConnectionRequest: {
    method: "DELETE",
    path: "/api/connections/request/{userId}",
    summary: "Cancel an own connection request",
    reply: connectionStatus,
    errors: ["not_found", "invalid"],
  },
  acceptConnection: {
    method: "POST",
    path: "/api/connections/accept/{fromUserId}",
    summary: "Accept a connection request",
    reply: connectionStatus,
    errors: ["not_found", "invalid"],
  },
  rejectConnection: {
    method: "POST",
    path: "/api/connections/reject/{fromUserId}",
    summary: "Reject a connection request",
    reply: connectionStatus,
    errors: ["not_found", "invalid"],
  },
  disconnect: {
    method: "DELETE",
    path: "/api/connections/{userId}",
    summary: "End a connection",
    reply: connectionStatus,
    errors: ["not_found", "invalid"],
  },
} as const satisfies Record<string, Call>;
