/**
 * Returns the network of an IP address, the key of rate limits: the /64 of an IPv6 address, because one subscriber has
 * at least that (RFC 6177); an IPv4 address itself, also when mapped to IPv6 (RFC 4291, 2.5.5.2). Other texts are
 * returned unchanged.
 */
export function networkOf(address: string): string {
  const url = `http://[${address}]`;
  if (!URL.canParse(url)) return address;
  // The host of a URL is normalised: lower case, no leading zeros, one `::`.
  const written = new URL(url).hostname.slice(1, -1);
  const wrapped = /^::ffff:(\w+):(\w+)$/.exec(written)?.slice(1);
  if (wrapped) return wrapped.flatMap(bytesOf).join(".");
  const [before = [], after = []] = written.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return `${[...before, ...zeros, ...after].slice(0, 4).join(":")}::/64`;
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}

/** This machine's networks, and the text of a request without an address: all visitors of a local run. */
const local = ["127.0.0.1", "0:0:0:0::/64", "local"];

/** Returns whether a network, as `networkOf` returns it, is this machine. */
export const isThisMachine = (network: string): boolean => local.includes(network);

/** Four groups of bits: the bytes of an IPv4 address, or the first half of an IPv6 address. */
interface Groups {
  groups: number[];
  /** The width of a group. */
  bits: 8 | 16;
}

/** Returns the groups of a network, as `networkOf` returns it; null for a text that is none. */
function groupsOf(network: string): Groups | null {
  const ipv4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(network)?.slice(1).map(Number);
  if (ipv4) return ipv4.every((byte) => byte < 256) ? { groups: ipv4, bits: 8 } : null;
  const ipv6 = /^(\w+):(\w+):(\w+):(\w+)::\/64$/.exec(network)?.slice(1);
  return ipv6 ? { groups: ipv6.map((group) => Number.parseInt(group, 16)), bits: 16 } : null;
}

/** Returns the name of the network with the first `length` bits: "203.0.113.0/24", "2001:db8:0:0::/32". */
function nameOf({ groups, bits }: Groups, length: number): string {
  const kept = groups.map((group, index) => {
    const dropped = bits - Math.min(bits, Math.max(0, length - index * bits));
    return (group >> dropped) << dropped;
  });
  return bits === 8
    ? `${kept.join(".")}/${length}`
    : `${kept.map((group) => group.toString(16)).join(":")}::/${length}`;
}

/**
 * Returns the names of all networks that contain a network, as `networkOf` returns it, and can be blocked: from /8 to
 * /32 for IPv4, from /16 to /64 for IPv6.
 */
export function networksAround(network: string): string[] {
  const found = groupsOf(network);
  if (!found) return [];
  return Array.from({ length: 3 * found.bits + 1 }, (_, index) => nameOf(found, found.bits + index));
}

/** Returns the name of a network in CIDR notation, or of an address; null for one that cannot be blocked. */
export function networkNamed(text: string): string | null {
  const [, address = "", length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const found = groupsOf(networkOf(address));
  if (!found) return null;
  const longest = 4 * found.bits;
  const bits = length === undefined ? longest : Number(length);
  return bits >= found.bits && bits <= longest ? nameOf(found, bits) : null;
}
