/** A setting, or a file of the owner, that is missing or makes no sense; its message is the whole story and needs no stack. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
