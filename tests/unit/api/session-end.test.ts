import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "~/features/api/client";
import { showFailure } from "~/features/api/session-end";
import { beforeLogIn, leaveForLogIn } from "~/features/session/before-log-in";
import { $toast, dismissToast } from "~/ui/toast-store";

const reload = vi.fn();

beforeEach(() => vi.stubGlobal("location", { reload }));
afterEach(() => {
  vi.unstubAllGlobals();
  reload.mockClear();
  dismissToast();
});

test("keeps what is typed before it leads to the log-in", () => {
  const keep = vi.fn(() => expect(reload).not.toHaveBeenCalled());
  const stop = beforeLogIn(keep);
  leaveForLogIn();
  expect(reload).toHaveBeenCalledOnce();
  stop();
  leaveForLogIn();
  expect(keep).toHaveBeenCalledOnce();
});

const refusal = (status: number) => new ApiError(status, JSON.stringify({ message: `Reason ${status}` }));

test("leads to the log-in without a toast when the session has ended", () => {
  showFailure(refusal(401), "Failed to share post", [401]);
  expect(reload).toHaveBeenCalledOnce();
  expect($toast.get()).toBeNull();
});

test.each([
  ["the server's reason for a status that helps the member", refusal(429), "Reason 429"],
  ["the text for another status", refusal(404), "Failed to share post"],
  ["the text when the network fails", new TypeError("Failed to fetch"), "Failed to share post"],
])("shows %s", (_, error, text) => {
  showFailure(error, "Failed to share post", [422, 429]);
  expect(reload).not.toHaveBeenCalled();
  expect($toast.get()).toMatchObject({ kind: "danger", title: "Error", text });
});
