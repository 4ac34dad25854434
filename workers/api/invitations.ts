import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { createInvitation } from "~/domain/accounts/create-invitation";
import { listInvitations } from "~/domain/accounts/list-invitations";
import { revokeInvitation } from "~/domain/accounts/revoke-invitation";
import type { AppEnv } from "../context";
import { serve } from "./call";

export const invitations = new Hono<AppEnv>();

serve(invitations, calls.listInvitations, ({ ctx }) => listInvitations(ctx));

serve(invitations, calls.createInvitation, ({ ctx, body }) => createInvitation(ctx, body));

serve(invitations, calls.revokeInvitation, ({ ctx, param }) => revokeInvitation(ctx, param("id")));
