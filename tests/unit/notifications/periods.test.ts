import { expect, it } from "vitest";
import type { NotificationGroupView } from "~/contract/notifications";
import { DAY_MS } from "~/contract/time";
import { byPeriod, startOfUtcDay } from "~/features/notifications/periods";

const group = (id: string, at: number): NotificationGroupView => ({
  id,
  lastId: id,
  type: "follow",
  isRead: true,
  createdAt: new Date(at).toISOString(),
  entityId: null,
  commentId: null,
  message: null,
  canAnswer: false,
  fromUsers: [{ id: "a", username: "amara", profileImage: null }],
  memberCount: 1,
});

it("puts groups under the reader's day, the six days before it, and earlier", () => {
  const today = startOfUtcDay(Date.UTC(2026, 10, 26, 15));
  expect(today).toBe(Date.UTC(2026, 10, 26));
  const groups = [today + 1, today, today - 1, today - 6 * DAY_MS, today - 6 * DAY_MS - 1].map((at, n) =>
    group(String(n), at),
  );
  const shown = byPeriod(groups, today).map(({ period, groups }) => [period, groups.map(({ id }) => id)]);
  expect(shown).toEqual([
    ["today", ["0", "1"]],
    ["week", ["2", "3"]],
    ["earlier", ["4"]],
  ]);
  expect(byPeriod(groups.slice(4), today)).toMatchObject([{ period: "earlier" }]);
});
