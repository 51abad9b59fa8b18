/** Returns the fragments of a Markdown page's headings as GitHub creates them, but without the numbers that it adds to repeated ones. */
export function fragmentsOf(markdown: string): string[] {
  const headings = markdown.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}
