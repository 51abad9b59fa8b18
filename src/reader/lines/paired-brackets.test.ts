import { expect, test } from 'vitest';
import { pairBrackets } from './paired-brackets.ts';

test.each([
  ['Tajweed (تجويد( means', 'Tajweed (تجويد) means'],
  ['كتاب )Fiqh) هنا', 'كتاب (Fiqh) هنا'],
  ['قال «السلام« ثم', 'قال «السلام» ثم'],
  ['all (is (well))', 'all (is (well))'],
  ['أُمّ (mother(, بِنْت (girl(.', 'أُمّ (mother), بِنْت (girl).'],
  ['في [۱, D[ عدد', 'في [۱, D] عدد'],
  ['من المعلومات ]انظر الملحق رقم 3[.', 'من المعلومات [انظر الملحق رقم 3].'],
  ['شَمْس )sun), أَرْض (earth(, نَار (fire(.', 'شَمْس (sun), أَرْض (earth), نَار (fire).'],
  ['إيمان( and answered (no. 8)', 'إيمان) and answered (no. 8)'],
  ['main( ) and f( x', 'main( ) and f( x'],
  ['Powered by TCPDF (www.tcpdf.org(', 'Powered by TCPDF (www.tcpdf.org)'],
  ['one) and then (two', 'one) and then (two'],
  ['1) one 2) two', '1) one 2) two'],
  ['a line (that goes on', 'a line (that goes on'],
])('reads %s as %s', (line, read) => {
  expect(pairBrackets(line)).toBe(read);
});
