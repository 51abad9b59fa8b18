const events: [year: number, text: string, level: number][] = [
  [570, 'birth', 1],
  [595, 'marries Khadijah', 1],
  [610, 'first revelation', 1],
  [615, 'Abyssinia', -1],
  [619, 'year of sorrow', 2],
  [622, 'Hijrah', -2],
  [624, 'Badr', 1],
  [625, 'Uhud', -1],
  [627, 'the Trench', 2],
  [628, 'Hudaybiyah', -2],
  [630, 'Makkah opened', 1],
  [631, 'delegations', -1],
  [632, 'farewell', 2],
];
const hijrah = 622;
/** The years of Madinah are drawn wider than those of Makkah: more happens in them. */
const x = (year: number) => Math.round(year < hijrah ? 30 + (year - 570) * 12.9 : 701 + (year - hijrah) * 63);

/** The years 570 to 632 as a line: Makkah, then Madinah. */
export function seerahLine(): string {
  const marks = events.map(([year, text, level]) => {
    const end = 130 - level * 44;
    const side = level > 0 ? -12 : 28;
    const anchor = year > 629 ? 'end' : year < 575 ? 'start' : 'middle';
    return `<path d="M${x(year)} 130V${end}" stroke="#8a621c" stroke-width="2"/><path d="m${x(year)} 119 11 11-11 11-11-11Z" fill="#e7c77f" stroke="#8a621c" stroke-width="2"/><text x="${x(year)}" y="${end + side}" text-anchor="${anchor}" font-size="19"><tspan font-weight="600" fill="#8a621c">${year}</tspan> ${text}</text>`;
  });
  return `<svg viewBox="0 0 1372 270" role="img" aria-label="A line of the years 570 to 632 with thirteen events"><path d="M${x(570)} 130H${x(hijrah)}" stroke="#5a4632" stroke-width="16" stroke-linecap="round"/><path d="M${x(hijrah)} 130H${x(632)}" stroke="#0f4d3f" stroke-width="16" stroke-linecap="round"/><g fill="#1d2723">${marks.join('')}</g><g font-size="21" font-weight="600"><text x="${x(582)}" y="176" fill="#5a4632" text-anchor="middle">Makkah</text><text x="${x(626)}" y="262" fill="#0f4d3f" text-anchor="middle">Madinah</text></g></svg>`;
}
