import type { Messages } from '../messages/en.ts';

const shortList = 12;

/** A heading and what belongs to it, in lines; a long list is cut unless all of it is wanted. Nothing for an empty one. */
export function listLines(heading: string, items: string[], messages: Messages, all: boolean): string[] {
  if (items.length === 0) return [];
  const some = all ? items : items.slice(0, shortList);
  const more = items.length - some.length;
  return [
    `  ${heading}`,
    ...some.map((item) => `    ${item}`),
    ...(more > 0 ? [`    ${messages.plan.more(more)}`] : []),
  ];
}
