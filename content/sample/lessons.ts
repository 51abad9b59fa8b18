import type { Category } from './lesson.ts';
import { arabic } from './lessons/arabic.ts';
import { creed } from './lessons/creed.ts';
import { fiqh } from './lessons/fiqh.ts';
import { hadith } from './lessons/hadith.ts';
import { manners } from './lessons/manners.ts';
import { quran } from './lessons/quran.ts';
import { ramadan } from './lessons/ramadan.ts';
import { seerah } from './lessons/seerah.ts';
import { sermons } from './lessons/sermons.ts';

/** The whole sample library. */
export const categories: readonly Category[] = [
  creed,
  fiqh,
  quran,
  hadith,
  seerah,
  arabic,
  manners,
  sermons,
  ramadan,
];
