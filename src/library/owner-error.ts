import { en, type Messages } from './messages/en.ts';

/** What went wrong, in a sentence of the catalogues that tells the owner what to do; whoever throws it knows which. */
export class OwnerError extends Error {
  override name = 'OwnerError';
  readonly sentence: (messages: Messages) => string;

  constructor(sentence: (messages: Messages) => string) {
    super(sentence(en));
    this.sentence = sentence;
  }
}
