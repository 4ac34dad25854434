/** Console messages that are expected, with the reason for each. Every other message fails a journey. */
const expected: readonly { message: RegExp; reason: string }[] = [
  {
    message: /WebSocket connection to .* failed|can’t establish a connection to the server at ws:/,
    reason: "A journey interrupts the network, and the link tries to reconnect.",
  },
  {
    message:
      /WebSocket is closed due to suspension|connection to ws:.* was interrupted while the page was loading/,
    reason: "The member leaves the page while the link is being opened.",
  },
  {
    message: /\/assets\/[^/ ]+\.js was preloaded using link preload but not used within a few seconds/,
    reason: "WebKit: parts that open on demand are fetched on hover and focus, before they are needed.",
  },
  {
    message: /unknown error occurred when fetching the script/,
    reason: "Chromium: without a network, the browser cannot look for a newer service worker.",
  },
  {
    message:
      /Failed to load resource: (net::ERR_|.*(reset|terminated|refused))|Failed to load .* A ServiceWorker passed/,
    reason: "A journey interrupts the network.",
  },
  {
    message: /Failed to load .*\/assets\/[^/ ]+’\. A ServiceWorker intercepted the request and encountered/,
    reason:
      "Firefox: the member leaves the page while a file of it is on its way through the service worker.",
  },
  {
    message: /Response served by service worker is an error|Cannot load \.$/,
    reason: "WebKit: the same.",
  },
  {
    message: /(Fetch API cannot|Cannot) load http:\/\/localhost:\d+\/\S+ due to access control checks/,
    reason: "WebKit: the member leaves the page while a request of it is on its way.",
  },
  {
    message: /status of 401 \(Unauthorized\) \(http:\/\/localhost:\d+\/api\/(chat\/unread|auth\/me)\)/,
    reason:
      "The member logs out while a request of the page is on its way, or returns to the page afterwards.",
  },
  {
    message: /ResizeObserver loop completed with undelivered notifications/,
    reason:
      "WebKit: cards that come into view while the feed keeps its place are measured in the next frame.",
  },
  {
    message: /^(Invalid SOS parameters for sequential JPEG|Corrupt JPEG data: \d+ extraneous bytes)/,
    reason: "WebKit: its decoder reports what it forgives in the odd photos that a journey chooses.",
  },
  {
    message: /^info: Clear-Site-Data header on '\S+\/logout(\.data)?': Cleared data types: "cache"\./,
    reason: "Chromium reports that a log-out empties the browser's cache, as it must.",
  },
  {
    message: /Automatic fallback to software WebGL|GPU stall due to ReadPixels/,
    reason: "Chromium: the processor emulates WebGL, which only the tests allow.",
  },
];

export function unexpectedMessages(messages: readonly string[]): string[] {
  return messages.filter((text) => !expected.some(({ message }) => message.test(text)));
}
