import { isIP, isIPv6 } from 'node:net';

/** Whose `X-Forwarded-For` is believed: nobody's, that of so many proxies in a row, or that of these addresses. */
export type TrustProxy = 'off' | number | readonly string[];

/** Reads `TRUST_PROXY`; undefined when it makes no sense. */
export function parseTrustProxy(text: string): TrustProxy | undefined {
  if (text === '' || text === 'off') return 'off';
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  const addresses = text.split(',').map((part) => part.trim());
  return addresses.every(isNetwork) ? addresses : undefined;
}

function isNetwork(text: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  return isIP(address) > 0 && Number(bits) <= (isIPv6(address) ? 128 : 32);
}
