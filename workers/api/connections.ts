import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { listConnections } from "~/domain/connections/list-connections";
import type { AppEnv } from "../context";
import { serve } from "./call";

export const connections = new Hono<AppEnv>();

serve(connections, calls.listConnections, ({ ctx, c, page }) =>
  listConnections(ctx, { page, query: c.req.query("q") }),
);
