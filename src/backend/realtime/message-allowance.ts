import { fullBucket, type Rate, tokensIn } from '../token-bucket.ts';

/** Appwrite's number: 32 messages a minute on one connection. */
const messages: Rate = { burst: 32, perSecond: 32 / 60 };
/** Messages beyond it that are told so; whoever sends still more does not listen. */
const warnings = 5;

/** Counts the messages of one connection: whether to take one, to refuse it with a word, or to end the connection. */
export interface MessageAllowance {
  count(now: number): 'taken' | 'refused' | 'over';
}

export function createMessageAllowance(openedAt: number): MessageAllowance {
  const bucket = fullBucket(messages, openedAt);
  let refused = 0;
  return {
    count(now) {
      if (tokensIn(bucket, messages, now) >= 1) {
        bucket.tokens -= 1;
        refused = 0;
        return 'taken';
      }
      refused += 1;
      return refused > warnings ? 'over' : 'refused';
    },
  };
}
