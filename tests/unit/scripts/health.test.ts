import { expect, test, vi } from "vitest";
import { healthProblem } from "../../../scripts/deploy/health";

const SITE = "https://photos.example.com";
const pause = () => vi.fn(async () => undefined);

test("waits for a domain that answers after a while", async () => {
  const waiting = pause();
  const ask = vi
    .fn<(url: string) => Promise<{ ok: boolean; status: number }>>()
    .mockRejectedValueOnce(new TypeError("fetch failed"))
    .mockResolvedValueOnce({ ok: false, status: 522 })
    .mockResolvedValue({ ok: true, status: 200 });
  expect(await healthProblem(SITE, ask, waiting)).toBeNull();
  expect(ask).toHaveBeenCalledWith(`${SITE}/healthz`);
  expect(waiting).toHaveBeenCalledTimes(2);
});

test.each([
  [503, "The database does not answer"],
  [500, "A setting or secret is missing or wrong"],
  [403, "Something before the Worker answers"],
])("explains a %i that stays, after two minutes", async (status, advice) => {
  const waiting = pause();
  const problem = await healthProblem(SITE, async () => ({ ok: false, status }), waiting);
  expect(problem).toContain(`${SITE}/healthz returned ${status}. ${advice}`);
  expect(problem).toContain("npx wrangler rollback");
  expect(waiting).toHaveBeenCalledTimes(23);
});

test("does not follow the redirect of a log-in before the site", async () => {
  const fetched = vi.fn(async () => Response.redirect("https://team.cloudflareaccess.com/", 302));
  vi.stubGlobal("fetch", fetched);
  const problem = await healthProblem(SITE, undefined, pause());
  vi.unstubAllGlobals();
  expect(problem).toContain("returned 302. Something before the Worker answers");
  expect(fetched).toHaveBeenCalledWith(`${SITE}/healthz`, expect.objectContaining({ redirect: "manual" }));
});

test("explains a site that cannot be reached", async () => {
  const ask = () => Promise.reject(new TypeError("fetch failed"));
  expect(await healthProblem(SITE, ask, pause())).toContain(`${SITE} cannot be reached.`);
});
