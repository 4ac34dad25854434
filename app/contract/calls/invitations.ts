import { invitationInput, invitationsView, newInvitation } from "../invitations";
import type { Call } from "./call";

/** The calls of a member's invitations. */
export const invitationCalls = {
  listInvitations: {
    method: "GET",
    path: "/api/invitations",
    summary: "List the member's open invitations, and who has joined with one",
    reply: invitationsView,
  },
  createInvitation: {
    method: "POST",
    path: "/api/invitations",
    summary: "Make an invitation, while sign-ups need one. The reply alone has its address",
    body: invitationInput,
    status: 201,
    reply: newInvitation,
    errors: ["invalid"],
  },
  revokeInvitation: {
    method: "DELETE",
    path: "/api/invitations/{id}",
    summary: "End an invitation. Those who have joined with it stay",
    errors: ["not_found"],
  },
} as const satisfies Record<string, Call>;
