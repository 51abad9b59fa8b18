/** The Appwrite version whose wire this backend speaks; SDKs built for a newer one get a warning header. */
export const SERVER_VERSION = '2.0.0';
