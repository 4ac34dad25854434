import { msg } from "@lingui/core/runtime-macro";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { AppError } from "~/contract/errors";
import { parseJson } from "~/contract/json";
import { CSP_REPORT_MAX_BYTES, CSP_REPORTS_LOGGED } from "~/contract/request-limits";
import { nameOfSite } from "~/contract/site";
import { z } from "~/contract/zod";
import type { AppContext, AppEnv } from "./context";
import { isOwnOrigin } from "./middleware/origin";

/** The address to which browsers send violations of the content security policy. */
export const CSP_REPORTS = "/csp-reports";

/** Two forms: of the Reporting API (`report-to`), several in a request, and of `report-uri` (CSP Level 3, 5.3, 5.4). */
const reports = {
  "application/reports+json": z
    .array(
      z.object({
        type: z.string(),
        body: z.object({ effectiveDirective: z.string(), blockedURL: z.string() }),
      }),
    )
    .transform((all) =>
      all
        .filter(({ type }) => type === "csp-violation")
        .map(({ body }) => ({ directive: body.effectiveDirective, blocked: body.blockedURL })),
    ),
  "application/csp-report": z
    .object({ "csp-report": z.object({ "violated-directive": z.string(), "blocked-uri": z.string() }) })
    .transform(({ "csp-report": one }) => [
      { directive: one["violated-directive"], blocked: one["blocked-uri"] },
    ]),
};

type Report = z.output<(typeof reports)["application/csp-report"]>[number];

const directives = new Set(
  [
    "default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr img-src font-src connect-src media-src",
    "frame-src worker-src manifest-src object-src base-uri form-action frame-ancestors require-trusted-types-for trusted-types",
  ].flatMap((line) => line.split(" ")),
);
const keywords = new Set(
  "inline eval wasm-eval self data blob about trusted-types-policy trusted-types-sink".split(" "),
);

export const cspReports = new Hono<AppEnv>();

const sizeLimit = bodyLimit({
  maxSize: CSP_REPORT_MAX_BYTES,
  onError: () => {
    throw new AppError("too_large", msg`This report is too large.`);
  },
});

cspReports.post(CSP_REPORTS, sizeLimit, async (c) => {
  const { ctx } = c.get("edge");
  if (!isOwnOrigin(c.req.raw))
    throw new AppError("forbidden", msg`This report did not come from ${{ site: nameOfSite(ctx.site) }}.`);
  if (!(await ctx.limits.take("report", ctx.address)))
    throw new AppError("rate_limited", msg`Too many reports. Please wait a minute.`);
  for (const report of (await readReports(c)).slice(0, CSP_REPORTS_LOGGED)) console.log(lineOf(report));
  return c.body(null, 204);
});

cspReports.all(CSP_REPORTS, (c) => {
  c.header("Allow", "POST");
  throw new AppError("method_not_allowed", msg`This address takes POST.`);
});

async function readReports(c: AppContext): Promise<Report[]> {
  const [type = ""] = (c.req.header("Content-Type") ?? "").split(";");
  if (type !== "application/reports+json" && type !== "application/csp-report")
    throw new AppError("unsupported_media", msg`This address takes reports of browsers.`);
  const parsed = reports[type].safeParse(jsonOf(await c.req.text()));
  if (!parsed.success) throw new AppError("malformed", msg`This is no report of a browser.`);
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new AppError("malformed", msg`This is no report of a browser.`);
  }
}

/** Returns the log line of a report: directive and blocked host. Addresses and samples can have members' words. */
function lineOf({ directive, blocked }: Report): string {
  // Older browsers send the directive with its sources.
  const [name = ""] = directive.split(" ");
  return JSON.stringify({ csp: directives.has(name) ? name : "other", blocked: hostOf(blocked) });
}

function hostOf(blocked: string): string {
  if (keywords.has(blocked)) return blocked;
  const host = URL.canParse(blocked) ? new URL(blocked).host : "";
  return host === "" ? "other" : host.slice(0, 100);
}
