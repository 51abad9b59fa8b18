import * as v from 'valibot';
import { ApiError } from '#http/api-error.ts';

const listOf = <const Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    v.nullish(v.unknown(), null),
    v.check((data) => data !== null, 'Payload is not valid. Items is required'),
    v.array(item, 'items: Payload is not valid.'),
    v.nonEmpty('items: Payload is not valid.'),
  );

const badQueries = 'items: queries is not a valid array.';
const badId = 'items: subscriptionId is not a valid id.';
/** What a client asks to listen to; the id is its own or, when there is none, is to be made. */
const subscription = v.object(
  {
    channels: v.array(
      v.string('items: channels must contain only strings.'),
      'items: channels is not a valid array.',
    ),
    queries: v.optional(v.array(v.string(badQueries), badQueries), []),
    subscriptionId: v.nullish(v.pipe(v.string(badId), v.regex(/^[A-Za-z0-9_.-]{1,36}$/, badId))),
  },
  ({ expected }) =>
    expected === 'Object'
      ? 'items: Each subscribe payload must be an object.'
      : 'items: channels is not present in payload.',
);

const noId = 'items: Each unsubscribe payload must include a non-empty subscriptionId.';
const named = v.object({ subscriptionId: v.pipe(v.string(noId), v.nonEmpty(noId)) }, noId);

const clientFrame = v.variant(
  'type',
  [
    v.object({ type: v.picklist(['ping', 'authentication']) }),
    v.object({ type: v.literal('subscribe'), data: listOf(subscription) }),
    v.object({ type: v.literal('unsubscribe'), data: listOf(named) }),
  ],
  'Message type is not valid.',
);

export type Subscribe = v.InferOutput<typeof subscription>;

/**
 * Reads a frame of a client (docs/rules.md#realtime-frames). Throws `ApiError` with the text of docs/rules.md#realtime-errors; a batch is
 * refused whole.
 */
export function parseClientFrame(text: string) {
  let frame: { type?: unknown; data?: unknown } | null = null;
  try {
    frame = JSON.parse(text);
  } catch {}
  if (frame?.type === undefined && frame?.data === undefined)
    throw new ApiError('general_bad_request', 'Message format is not valid.');
  const read = v.safeParse(clientFrame, frame, { abortEarly: true });
  if (!read.success) throw new ApiError('general_bad_request', read.issues[0].message);
  return read.output;
}
