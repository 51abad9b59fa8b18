/** A part of the program that did not come, or that this browser does not understand. */
export class ScriptFailure extends Error {
  override name = 'ScriptFailure';
}

/** Loads a part of the program. Throws `ScriptFailure`. */
export function loadScript<Module>(load: () => Promise<Module>): Promise<Module> {
  return load().catch((cause: unknown) => {
    throw new ScriptFailure('A part of the program could not be loaded', { cause });
  });
}
