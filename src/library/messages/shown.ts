/**
 * A name for the owner's screen: its writing direction cannot disturb the sentence around it (Unicode FSI and PDI), and a control
 * character in it cannot reach the terminal.
 */
export function shown(name: string): string {
  return `\u2068${name.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD')}\u2069`;
}

/** A command to be copied: on its own line and without isolates, which a terminal would copy too. */
export function command(text: string): string {
  return `\n    ${text}`;
}
