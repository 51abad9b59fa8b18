/** A setting, a file of the owner or a command as typed, that makes no sense; its message is the whole story and needs no stack. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
