import { ApiError } from './errors.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The host name (no port) of an origin, a `Host` header or a bare name; undefined when it is none. */
export function hostName(text: string): string | undefined {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  // A trailing dot is a look-alike of the registered name, and no browser sends one by accident.
  return url?.hostname && !url.hostname.endsWith('.') ? url.hostname : undefined;
}

/** The refusal of an origin that is not allowed, in Appwrite's words. */
export function unknownOrigin(origin: string): ApiError {
  const host = URL.parse(origin)?.hostname;
  const advice = ` Register your new client (${host}) as a new Web platform on your project console dashboard`;
  return new ApiError('general_unknown_origin', `Invalid Origin.${host ? advice : ''}`);
}

/**
 * Makes the check of origins (docs/rules.md#origins): hosts alone are compared, never ports or the scheme.
 * An origin is allowed when its host is the one asked or among `platformOrigins`; the names of this machine are one.
 */
export function createOriginCheck(
  platformOrigins: readonly string[],
): (origin: string, ownHost: string) => boolean {
  const platforms = platformOrigins.map(hostName).filter((host) => host !== undefined);
  return (origin, ownHost) => {
    const host = hostName(origin);
    if (host === undefined) return false;
    const allowed = [...platforms, hostName(ownHost)];
    return (
      allowed.includes(host) ||
      (LOOPBACK.includes(host) && allowed.some((own) => own !== undefined && LOOPBACK.includes(own)))
    );
  };
}
