/** An id as Appwrite allows it, for regular expressions: what it names needs no encoding in an address. */
export const idPattern = '[A-Za-z0-9][A-Za-z0-9._-]{0,35}';
