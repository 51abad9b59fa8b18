import { plainMessage } from '#contract/plain-message.ts';

/** Logs a failure that is to be expected, such as a backend that does not answer: without its stack. */
export function reportFailure(what: string, { message }: Error): void {
  console.error(`${what}:`, plainMessage(message));
}
