import { describe, expect, test } from "vitest";
import { isPushEndpoint, PUSH_HOSTS, parsePushHosts } from "~/platform/push-hosts";

describe("an endpoint", () => {
  test.each([
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://fcm.googleapis.com/wp/abc",
    "https://jmt17.google.com/fcm/send/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/QGx",
    "https://wns2-par02p.notify.windows.com/w/?token=abc%3d",
    "https://FCM.googleapis.com:443/fcm/send/abc",
  ])("may be %s", (endpoint) => {
    expect(isPushEndpoint(endpoint, PUSH_HOSTS)).toBe(true);
  });

  test.each([
    "",
    "push",
    "//fcm.googleapis.com/x",
    "http://fcm.googleapis.com/x",
    "ftp://fcm.googleapis.com/x",
    "https://fcm.googleapis.com:8443/x",
    "https://me@fcm.googleapis.com/x",
    "https://me:secret@fcm.googleapis.com/x",
    "https://fcm.googleapis.com@services.example/x",
    "https://fcm.googleapis.com.services.example/x",
    "https://fcm.googleapis.com./x",
    "https://storage.googleapis.com/x",
    "https://evilfcm.googleapis.com/x",
    "https://notify.windows.com/x",
    "https://evilnotify.windows.com/x",
    "https://web.push.apple.com.services.example/x",
    "https://services.example/?https://web.push.apple.com/x",
    "https://services.example\\@web.push.apple.com/x",
    "https://localhost/x",
    "https://127.0.0.1/x",
    "https://2130706433/x",
    "https://10.0.0.8/x",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/x",
    "https://vault.internal/x",
  ])("must not be %s", (endpoint) => {
    expect(isPushEndpoint(endpoint, PUSH_HOSTS)).toBe(false);
  });

  test("may be at the local push service of a local run, and nowhere else on the machine", () => {
    const local = "http://127.0.0.1:9999";
    expect(isPushEndpoint(`${local}/device`, PUSH_HOSTS, local)).toBe(true);
    expect(isPushEndpoint("http://127.0.0.1:9998/device", PUSH_HOSTS, local)).toBe(false);
    expect(isPushEndpoint("http://127.0.0.1:9999.services.example/x", PUSH_HOSTS, local)).toBe(false);
  });
});

test("every listed host could be set by the operator, too", () => {
  expect(parsePushHosts(PUSH_HOSTS.join())).toEqual(PUSH_HOSTS);
});
