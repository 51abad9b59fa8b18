import { BlockList, isIP, isIPv6 } from 'node:net';

/** Proxies whose `X-Forwarded-For` is trusted: none, a number of hops, or a list of addresses and networks. */
export type TrustProxy = 'off' | number | BlockList;

/** Parses `TRUST_PROXY`; returns undefined if it is invalid. */
export function parseTrustProxy(text: string): TrustProxy | undefined {
  if (text === '' || text === 'off') return 'off';
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  const proxies = new BlockList();
  for (const part of text.split(',')) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(part.trim()) ?? [];
    const [family, maxBits] = isIPv6(address) ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
    const bits = Number(prefix ?? maxBits);
    if (!isIP(address) || bits > maxBits) return undefined;
    proxies.addSubnet(address, bits, family);
  }
  return proxies;
}
