import { sizeText as inEnglish } from './en-counts.ts';
import { shown } from './shown.ts';

const plural = new Intl.PluralRules('ar');

/** A counted noun: one, two, three to ten, eleven to ninety-nine, hundreds. */
function counted(n: number, one: string, two: string, few: string, many: string, other: string): string {
  const forms: Record<string, string> = { one, two, few: `${n} ${few}`, many: `${n} ${many}` };
  return forms[plural.select(n)] ?? `${n} ${other}`;
}

export const lessons = (n: number): string => counted(n, 'درس واحد', 'درسان', 'دروس', 'درسًا', 'درس');
export const files = (n: number): string => counted(n, 'ملف واحد', 'ملفان', 'ملفات', 'ملفًا', 'ملف');
export const rows = (n: number): string => counted(n, 'سجل واحد', 'سجلان', 'سجلات', 'سجلًا', 'سجل');
export const changes = (n: number): string =>
  counted(n, 'تغيير واحد', 'تغييران', 'تغييرات', 'تغييرًا', 'تغيير');
export const sizeText = (bytes: number): string => shown(inEnglish(bytes));
