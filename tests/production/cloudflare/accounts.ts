import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { z } from "zod";
import type { Account } from "./account";
import { Refusal, reply } from "./reply";

const BUCKET_TAKEN = 10004;
const BUCKET_NOT_FOUND = 10006;

const jurisdictionOf = (c: Context) => c.req.header("cf-r2-jurisdiction") ?? "default";

/** Returns the routes of the account itself: memberships, zones and R2 buckets. */
export function accountRoutes({ id, zones, buckets }: Account) {
  return new Hono()
    .get("/memberships", (c) => reply(c, [{ account: { id, name: "A test account" } }]))
    .get("/accounts", (c) => reply(c, [{ id, name: "A test account" }]))
    .get("/zones", (c) => {
      const zone = zones.get(c.req.query("name") ?? "");
      return reply(c, zone ? [{ id: zone, name: c.req.query("name") }] : []);
    })
    .get("/zones/:zone/workers/routes", (c) => reply(c, []))
    .post("/accounts/:account/r2/buckets", async (c) => {
      const { name } = z.object({ name: z.string() }).parse(await c.req.json());
      if (buckets.some((one) => one.name === name))
        throw new Refusal(
          409,
          BUCKET_TAKEN,
          "The bucket you tried to create already exists, and you own it.",
        );
      buckets.push({ name, jurisdiction: jurisdictionOf(c) });
      return reply(c, { name });
    })
    .get("/accounts/:account/r2/buckets/:name", (c) => {
      const found = buckets.find(
        ({ name, jurisdiction }) => name === c.req.param("name") && jurisdiction === jurisdictionOf(c),
      );
      if (!found) throw new Refusal(404, BUCKET_NOT_FOUND, "The specified bucket does not exist.");
      return reply(c, { name: found.name, jurisdiction: found.jurisdiction, location: "WEUR" });
    })
    .get("/accounts/:account/r2/buckets", (c) => {
      const listed = buckets.filter(({ jurisdiction }) => jurisdiction === jurisdictionOf(c));
      return reply(c, {
        buckets: listed.map(({ name }) => ({ name, creation_date: new Date().toISOString() })),
      });
    });
}

/** Adds a domain to the account, as its owner does in the dashboard. */
export function addZone({ zones }: Account, domain: string): void {
  zones.set(domain, randomUUID().replaceAll("-", ""));
}
