/** How the command ended, for scripts. Documented in `docs/publishing.md`. */
export const exitCode = {
  done: 0,
  failed: 1,
  usage: 2,
  notAgreed: 3,
  numberMissing: 4,
  attention: 5,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
