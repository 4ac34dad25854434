import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { blockMember, listBlocked, unblockMember } from "~/domain/safety/block-member";
import { listReports } from "~/domain/safety/list-reports";
import { listMutes, muteMember, muteWord, unmuteMember, unmuteWord } from "~/domain/safety/mute";
import { report } from "~/domain/safety/report";
import type { AppEnv } from "../context";
import { serve } from "./call";

export const safety = new Hono<AppEnv>();

serve(safety, calls.listBlocked, ({ ctx }) => listBlocked(ctx));

serve(safety, calls.blockMember, async ({ ctx, param }) => {
  await blockMember(ctx, param("userId"));
  return undefined;
});

serve(safety, calls.unblockMember, async ({ ctx, param }) => {
  await unblockMember(ctx, param("userId"));
  return undefined;
});

serve(safety, calls.listMutes, ({ ctx }) => listMutes(ctx));

serve(safety, calls.muteMember, async ({ ctx, param }) => {
  await muteMember(ctx, param("userId"));
  return undefined;
});

serve(safety, calls.unmuteMember, async ({ ctx, param }) => {
  await unmuteMember(ctx, param("userId"));
  return undefined;
});

serve(safety, calls.muteWord, ({ ctx, body }) => muteWord(ctx, body));

serve(safety, calls.unmuteWord, async ({ ctx, param }) => {
  await unmuteWord(ctx, param("word"));
  return undefined;
});

serve(safety, calls.report, async ({ ctx, body }) => {
  await report(ctx, body);
  return undefined;
});

serve(safety, calls.listReports, ({ ctx }) => listReports(ctx));
