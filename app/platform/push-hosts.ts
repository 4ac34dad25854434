/**
 * The push services of browsers, by the hosts of the addresses that they give to devices. `*.` stands for any name
 * below a domain. `AFTERGLOW_PUSH_HOSTS` adds others (docs/deploy.md#push-hosts).
 */
export const PUSH_HOSTS: readonly string[] = [
  // Chrome and other browsers of Chromium (its components/push_messaging/push_messaging_constants.h).
  "fcm.googleapis.com",
  "jmt17.google.com",
  // Firefox (Mozilla's autopush, configs/autoendpoint.toml.sample).
  "updates.push.services.mozilla.com",
  // Edge on Windows (Microsoft, "Push notification service request and response headers": notify.windows.com).
  "*.notify.windows.com",
  // Safari (Apple, "Sending web push notifications in web apps and browsers": allow *.push.apple.com).
  "*.push.apple.com",
];

/** A name of at least two parts, the last of which is no number: no IP address. */
const HOST = /^(\*\.)?([a-z\d-]+\.)+[a-z][a-z\d-]*$/;

/** Returns the hosts in a setting: names with commas between them. Null when one is no host. */
export function parsePushHosts(setting: string): string[] | null {
  const hosts = setting.split(",").map((host) => host.trim().toLowerCase());
  return hosts.every((host) => HOST.test(host)) ? hosts : null;
}

/**
 * Returns whether the server may send requests to an endpoint, which a member has named: HTTPS at a host of a push
 * service, at the usual port, without a name and a password, so that nobody makes the server send requests elsewhere.
 * @param hosts as in `PUSH_HOSTS`
 * @param localOrigin an origin that a local run allows too, for a push service on the same machine
 */
export function isPushEndpoint(
  endpoint: string,
  hosts: readonly string[],
  localOrigin: string | null = null,
): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, origin, hostname, port, username, password } = new URL(endpoint);
  if (localOrigin !== null && origin === localOrigin) return true;
  if (protocol !== "https:" || port !== "" || username !== "" || password !== "") return false;
  return hosts.some((host) => (host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host));
}
