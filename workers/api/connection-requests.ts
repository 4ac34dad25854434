import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { acceptRequest, rejectRequest } from "~/domain/connections/answer-request";
import { cancelRequest } from "~/domain/connections/cancel-request";
import { disconnect } from "~/domain/connections/disconnect";
import { listRequests } from "~/domain/connections/list-sides";
import { readConnectionStatus } from "~/domain/connections/read-status";
import { requestConnection } from "~/domain/connections/request-connection";
import type { AppEnv } from "../context";
import { cachedCalls } from "./cached-calls";
import { serve } from "./call";

export const connectionRequests = new Hono<AppEnv>();

serve(connectionRequests, calls.readStories, cachedCalls.readStories.handle);

serve(connectionRequests, calls.readConnectionStatus, ({ ctx, param }) =>
  readConnectionStatus(ctx, param("userId")),
);

serve(connectionRequests, calls.listReceivedRequests, ({ ctx, page }) => listRequests(ctx, "received", page));

serve(connectionRequests, calls.listSentRequests, ({ ctx, page }) => listRequests(ctx, "sent", page));

serve(connectionRequests, calls.requestConnection, ({ ctx, param }) =>
  requestConnection(ctx, param("userId")),
);

serve(connectionRequests, calls.cancelConnectionRequest, ({ ctx, param }) =>
  cancelRequest(ctx, param("userId")),
);

serve(connectionRequests, calls.acceptConnection, ({ ctx, param }) =>
  acceptRequest(ctx, param("fromUserId")),
);

serve(connectionRequests, calls.rejectConnection, ({ ctx, param }) =>
  rejectRequest(ctx, param("fromUserId")),
);

serve(connectionRequests, calls.disconnect, ({ ctx, param }) => disconnect(ctx, param("userId")));
