import { expect, it } from "vitest";
import { statusAfter } from "~/features/connections/use-connection-status";

it.each([
  ["pending", "ada", { isConnected: false, isPending: true, hasPendingRequest: false }],
  ["pending", "grace", { isConnected: false, isPending: false, hasPendingRequest: true }],
  ["accepted", "grace", { isConnected: true, isPending: false, hasPendingRequest: false }],
  ["rejected", "grace", { isConnected: false, isPending: false, hasPendingRequest: false }],
  ["cancelled", "grace", { isConnected: false, isPending: false, hasPendingRequest: false }],
  ["disconnected", "ada", { isConnected: false, isPending: false, hasPendingRequest: false }],
] as const)("%s from %s, on grace's profile seen by ada", (status, fromUserId, expected) => {
  const toUserId = fromUserId === "ada" ? "grace" : "ada";
  expect(statusAfter({ fromUserId, toUserId, status }, "grace")).toEqual(expected);
});
