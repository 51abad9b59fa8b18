import { checkup } from '../doctor/checkup.ts';
import { exitCode } from '../exit-code.ts';
import type { Command } from './command.ts';

/** Tells in plain words whether everything is in order, and what to do if not. */
export const doctorCommand: Command = async ({ options, messages, screen, signal }) => {
  const findings = await checkup(options, messages, signal);
  for (const { what, good, text } of findings) {
    const { good: yes, bad: no } = messages.doctor;
    screen.print(`${good ? '✓' : '✗'} ${what}: ${good ? yes : no}${text ? ` – ${text}` : ''}`);
  }
  return findings.every(({ good }) => good) ? exitCode.done : exitCode.failed;
};
