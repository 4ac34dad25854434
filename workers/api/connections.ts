import { Hono } from "hono";
import { calls } from "~/contract/calls";
import type { AppEnv } from "../context";
import { serve } from "./call";
import { heldCalls } from "./held-calls";

export const connections = new Hono<AppEnv>();

serve(connections, calls.listConnections, heldCalls.listConnections.handle);
