/**
 * Reads one object of a configuration file, saying where and what is wrong: each method takes a key and
 * throws a sentence naming the place (such as `tables[1].columns[0].size`) when the value does not fit.
 */
export class ConfigReader {
  readonly where: string;
  readonly #fields: Record<string, unknown>;

  constructor(value: unknown, where: string) {
    this.where = where;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      this.fail('', 'must be an object');
    this.#fields = value as Record<string, unknown>;
  }

  fail(key: string, problem: string): never {
    throw new Error(`appwrite.config.json: ${this.#place(key) || 'the file'} ${problem}.`);
  }

  text(key: string, fallback?: string): string {
    const value = this.#get(key) ?? fallback;
    return typeof value === 'string' && value !== ''
      ? value
      : this.fail(key, 'must be a text that is not empty');
  }

  /** An id or key: it becomes part of SQL names, URLs and folders. */
  id(key: string): string {
    const value = this.text(key);
    return /^[A-Za-z0-9][A-Za-z0-9_.-]{0,35}$/.test(value)
      ? value
      : this.fail(
          key,
          'must be 1 to 36 of a-z, A-Z, 0-9, period, hyphen and underscore, and begin with none of the last three',
        );
  }

  oneOf<const T extends string>(key: string, allowed: readonly T[], fallback?: T): T {
    const value = this.#get(key) ?? fallback;
    return allowed.find((one) => one === value) ?? this.fail(key, `must be one of ${allowed.join(', ')}`);
  }

  flag(key: string, fallback: boolean): boolean {
    const value = this.#get(key) ?? fallback;
    return typeof value === 'boolean' ? value : this.fail(key, 'must be true or false');
  }

  number(key: string): number | null {
    const value = this.#get(key) ?? null;
    // The official tool writes the limits of 64-bit integers as texts or as inexact numbers.
    if (value === null || typeof value === 'number') return value;
    return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
      ? Number(value)
      : this.fail(key, 'must be a number');
  }

  /** A whole number of at least 1. */
  size(key: string, fallback?: number): number {
    const value = this.#get(key) ?? fallback;
    return Number.isSafeInteger(value) && Number(value) >= 1
      ? Number(value)
      : this.fail(key, 'must be a whole number of at least 1');
  }

  scalar(key: string): string | number | boolean | null {
    const value = this.#get(key) ?? null;
    return value === null || ['string', 'number', 'boolean'].includes(typeof value)
      ? (value as string | number | boolean | null)
      : this.fail(key, 'must be a text, a number, true, false or null');
  }

  texts(key: string): string[] {
    const value = this.#get(key) ?? [];
    return Array.isArray(value) && value.every((one) => typeof one === 'string')
      ? value
      : this.fail(key, 'must be a list of texts');
  }

  objects(key: string): ConfigReader[] {
    const value = this.#get(key) ?? [];
    if (!Array.isArray(value)) return this.fail(key, 'must be a list');
    return value.map((one, index) => new ConfigReader(one, `${this.#place(key)}[${index}]`));
  }

  #get(key: string): unknown {
    return Object.hasOwn(this.#fields, key) ? this.#fields[key] : undefined;
  }

  #place(key: string): string {
    return [this.where, key].filter((part) => part !== '').join('.');
  }
}
