/** Ids as Appwrite allows them: what they name needs no encoding in an address. */
const address = /^\/lesson\/([A-Za-z0-9][A-Za-z0-9._-]{0,35})\.pdf$/;

/** The address of a lesson on the site, for as long as the lesson lives: made of its row's id, whatever its file is. */
export function lessonPath(id: string): string {
  return `/lesson/${id}.pdf`;
}

/** The id of the lesson whose address a path is. */
export function lessonIn(path: string): string | undefined {
  return address.exec(path)?.[1];
}
