import { expect, test } from "vitest";
import { isThisMachine, networkNamed, networkOf, networksAround } from "~/platform/network";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:c000:201", "192.0.2.1"],
  ["0:0:0:0:0:ffff:c000:0201", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:0001:0002::", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::6", "2001:db8:1:2::/64"],
  ["2001:db8::6", "2001:db8:0:0::/64"],
  ["2001:db8::1:2:3:4", "2001:db8:0:0::/64"],
  ["2001:db8::1:2:3:4:5", "2001:db8:0:1::/64"],
  ["fe80::1", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["local", "local"],
  ["", ""],
])("the network of %s is %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ["203.0.113.7", "203.0.113.7/32"],
  ["203.0.113.7/24", "203.0.113.0/24"],
  ["203.0.113.7/20", "203.0.112.0/20"],
  ["203.0.113.7/8", "203.0.0.0/8"],
  ["::ffff:203.0.113.7", "203.0.113.7/32"],
  [" 2001:DB8:1:2:3::4 ", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::/32", "2001:db8:0:0::/32"],
  ["2001:db8:ffff::/47", "2001:db8:fffe:0::/47"],
])("%s names the network %s", (text, name) => {
  expect(networkNamed(text)).toBe(name);
});

test.each([
  "",
  "local",
  "203.0.113",
  "203.0.113.256",
  "203.0.113.7/7",
  "203.0.113.7/33",
  "203.0.113.7/x",
  "1.2.3.4/8/9",
])("%j names no network that can be blocked", (text) => {
  expect(networkNamed(text)).toBeNull();
});

test.each(["2001:db8::/128", "2001:db8::/15", "spam.example"])("%j neither", (text) => {
  expect(networkNamed(text)).toBeNull();
});

test.each([
  ["203.0.113.7", 25, ["203.0.0.0/8", "203.0.112.0/20", "203.0.113.0/24", "203.0.113.7/32"]],
  [
    "2001:db8:1:2::/64",
    49,
    ["2001:0:0:0::/16", "2001:db8:0:0::/32", "2001:db8:1:0::/48", "2001:db8:1:2::/64"],
  ],
])("the networks around %s are those that contain it", (network, count, some) => {
  const around = networksAround(network);
  expect(around).toHaveLength(count);
  expect(around).toEqual(expect.arrayContaining(some));
  for (const name of around) expect(networkNamed(name)).toBe(name);
});

test("a request without an address has no networks around it", () => {
  expect(networksAround("local")).toEqual([]);
});

test.each([
  ["127.0.0.1", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["local", true],
  ["192.0.2.1", false],
  ["2001:db8::1", false],
])("whether %s is this machine: %s", (address, isLocal) => {
  expect(isThisMachine(networkOf(address))).toBe(isLocal);
});
