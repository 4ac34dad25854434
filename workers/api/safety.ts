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

serve(safety, calls.blockMember, ({ ctx, param }) => blockMember(ctx, param("userId")));

serve(safety, calls.unblockMember, ({ ctx, param }) => unblockMember(ctx, param("userId")));

serve(safety, calls.listMutes, ({ ctx }) => listMutes(ctx));

serve(safety, calls.muteMember, ({ ctx, param }) => muteMember(ctx, param("userId")));

serve(safety, calls.unmuteMember, ({ ctx, param }) => unmuteMember(ctx, param("userId")));

serve(safety, calls.muteWord, ({ ctx, body }) => muteWord(ctx, body));

serve(safety, calls.unmuteWord, ({ ctx, param }) => unmuteWord(ctx, param("word")));

serve(safety, calls.report, ({ ctx, body }) => report(ctx, body));

serve(safety, calls.listReports, ({ ctx }) => listReports(ctx));
