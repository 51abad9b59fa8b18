import { lessons } from './ar-counts.ts';
import type { enTexts } from './en-texts.ts';
import { shown } from './shown.ts';

/** The same in Arabic. */
export const arTexts: typeof enTexts = {
  texts: {
    comma: '، ',
    reading: (done, all) => `قراءة كلمات الدروس: ${done} من ${all} …`,
    found: (n) => `دروس يمكن البحث في كلماتها: ${lessons(n)}`,
    unread: (n) => `لم تُقرأ بعد: ${lessons(n)}. شغّل الموقع، أو نفّذ: ${shown('npm run library -- publish')}`,
    noTable: `لا يمكن البحث داخل الدروس، إذ لا جدول لكلماتها في المشروع. نفّذ: ${shown('npm run library -- setup')}`,
    pictures: (n, names) =>
      `صفحات الدروس الآتية صور أو خطوطها لا تدل على حروفها، فلا يمكن البحث في كلماتها (${lessons(n)}): ${names}. ملف PDF المحفوظ من البرنامج الذي كُتب فيه تُعرف كلماته.`,
    locked: (n, names) =>
      `الدروس الآتية محمية بكلمة مرور، فلا يمكن البحث في كلماتها (${lessons(n)}): ${names}. احفظ الملف بلا كلمة مرور.`,
    broken: (n, names) =>
      `تعذرت قراءة ملفات الدروس الآتية، فلا يمكن البحث في كلماتها (${lessons(n)}): ${names}. افتح الملف واحفظه مرة أخرى.`,
    slow: (n, names) =>
      `طالت قراءة صفحة أو أكثر من الدروس الآتية، فلا يمكن البحث في كلمات تلك الصفحات (${lessons(n)}): ${names}. احفظ الملف بحجم أصغر.`,
  },
};
