import type { PictureName } from './lesson.ts';
import { hijriWheel } from './pictures/hijri-wheel.ts';
import { letterChart } from './pictures/letter-chart.ts';
import { moonPhases } from './pictures/moon-phases.ts';
import { seerahLine } from './pictures/seerah-line.ts';
import { sunPath } from './pictures/sun-path.ts';

const drawings: Record<PictureName, () => string | Promise<string>> = {
  'sun-path': sunPath,
  'moon-phases': moonPhases,
  'hijri-wheel': hijriWheel,
  'letter-chart': letterChart,
  'seerah-line': seerahLine,
};

/** The picture as HTML, with every image inside it. */
export const drawPicture = async (name: PictureName): Promise<string> => drawings[name]();
