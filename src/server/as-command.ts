import { ConfigError } from '#settings/config-error.ts';

/** Makes a program of `work`: a setting that is missing or makes no sense ends it with a sentence and exit code 1. */
export function asCommand<Args extends unknown[]>(
  work: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  return async (...args) => {
    try {
      await work(...args);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      console.error(error.message);
      process.exit(1);
    }
  };
}
