/** Thrown for an invalid setting, owner's file or command. The message is complete and is shown without a stack. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
