import { both, type Category, heading, list, note, paragraph, steps, table } from '../lesson.ts';

export const hadith: Category = {
  name: 'Hadith',
  cloth: '#7a3b2e',
  lessons: [
    {
      title: 'How to read a hadith reference',
      language: 'en',
      lead: 'Book, chapter, number, narrator, grade: what the small print under a hadith says and how to check it.',
      blocks: [
        paragraph('A careful writer puts a reference after every hadith. It usually looks like this:'),
        note(
          'An example',
          'Sahih al-Bukhari, Book of Revelation, no. 1, from ‘Umar ibn al-Khattab; also Sahih Muslim no. 1907.',
        ),
        heading('The parts of a reference'),
        table(
          ['Part', 'In the example', 'What it tells you'],
          ['Collection', 'Sahih al-Bukhari', 'which book to open'],
          ['Book (kitab كتاب)', 'Revelation', 'the large section inside it'],
          [
            'Chapter (bab باب)',
            'often left out',
            'the small section; its title shows what the author learned from the hadith',
          ],
          ['Number', '1', 'the place in a given edition'],
          ['Companion', '‘Umar ibn al-Khattab', 'who heard or saw the Prophet, peace be upon him'],
          ['Also in', 'Muslim no. 1907', 'a second witness'],
          ['Grade', 'not needed here', 'how reliable scholars found it'],
        ),
        heading('Why numbers disagree'),
        paragraph(
          'Numbers were added by modern editors. For Muslim the numbering of Muhammad Fu’ad ‘Abd al-Baqi is most used; others count repeated chains separately. If number 1907 shows another text, look for the book and chapter instead.',
        ),
        heading('Grades in one minute'),
        table(
          ['Grade', 'Meaning', 'May it be used?'],
          ['Sahih صحيح', 'sound: continuous chain, reliable narrators, no hidden fault', 'yes'],
          ['Hasan حسن', 'good: as above, with slightly lesser precision', 'yes'],
          [
            'Da‘if ضعيف',
            'weak: a condition is missing',
            'not for rulings; for virtues only with conditions, and some say not at all',
          ],
          ['Mawdu‘ موضوع', 'forged', 'never, except to warn of it'],
        ),
        heading('Checking a hadith you received'),
        steps(
          'Is there a reference at all? If not, ask the sender for one.',
          'Open the collection, or a trustworthy site with the Arabic text, and compare the **whole** wording.',
          'Outside al-Bukhari and Muslim, look for the grade and for who gave it.',
          'Not found or unclear? Do not forward it. Ask.',
        ),
        note(
          'Why it matters',
          'To attribute to the Prophet, peace be upon him, what he did not say is a grave sin: see al-Bukhari nos. 106 to 110.',
        ),
      ],
    },
    {
      title: 'The six books of hadith – الكتب الستة',
      language: 'en',
      lead: 'Six collections on nearly every shelf: who made them and what each is good for.',
      otherLead: 'ستة كتب لا تخلو منها مكتبة: من صنّفها، وبِمَ يمتاز كلّ منها.',
      blocks: [
        both(heading('Authors and dates'), heading('المصنّفون ووفياتهم')),
        both(
          table(
            ['Book', 'Author', 'Died'],
            ['Sahih', 'al-Bukhari', '256 AH (870)'],
            ['Sahih', 'Muslim', '261 AH (875)'],
            ['Sunan', 'Abu Dawud', '275 AH (889)'],
            ['Jami‘', 'al-Tirmidhi', '279 AH (892)'],
            ['Sunan', 'al-Nasa’i', '303 AH (915)'],
            ['Sunan', 'Ibn Majah', '273 AH (887)'],
          ),
          table(
            ['الكتاب', 'المصنّف', 'الوفاة'],
            ['الصحيح', 'البخاري', '٢٥٦ هـ'],
            ['الصحيح', 'مسلم', '٢٦١ هـ'],
            ['السنن', 'أبو داود', '٢٧٥ هـ'],
            ['الجامع', 'الترمذي', '٢٧٩ هـ'],
            ['السنن', 'النسائي', '٣٠٣ هـ'],
            ['السنن', 'ابن ماجه', '٢٧٣ هـ'],
          ),
        ),
        both(heading('What marks each one'), heading('ما يمتاز به كلّ كتاب')),
        both(
          list(
            '**Al-Bukhari:** the strictest conditions; chapter titles full of law and insight.',
            '**Muslim:** all versions of a hadith in one place; excellent order.',
            '**Abu Dawud:** the hadiths on which jurists rely.',
            '**Al-Tirmidhi:** grades, and the views of the jurists after each hadith.',
            '**Al-Nasa’i:** fine comparison of chains.',
            '**Ibn Majah:** many reports found in none of the five; some are weak.',
          ),
          list(
            '**البخاري:** أشدّها شرطًا، وفي تراجم أبوابه فقه دقيق.',
            '**مسلم:** يجمع طرق الحديث في موضع واحد بترتيب بديع.',
            '**أبو داود:** عمدة في أحاديث الأحكام.',
            '**الترمذي:** يذكر درجة الحديث ومذاهب الفقهاء.',
            '**النسائي:** دقيق في الموازنة بين الأسانيد.',
            '**ابن ماجه:** فيه زوائد على الخمسة، وبعضها ضعيف.',
          ),
        ),
        both(heading('A word on two terms'), heading('مصطلحان')),
        both(
          paragraph(
            '“The two Sahihs” are al-Bukhari and Muslim; a hadith in both is called **agreed upon**. “The four Sunan” are the other four. Not every hadith in the Sunan is sound: look for the grade.',
          ),
          paragraph(
            '«الصحيحان» هما البخاري ومسلم، وما اتّفقا عليه قيل فيه: **متّفق عليه**. و«السنن الأربع» ما سواهما، وليس كلّ ما فيها صحيحًا، فيُنظر في درجة الحديث.',
          ),
        ),
        both(
          note(
            'Where to begin',
            'Begin with a short collection and a teacher, then read a chapter of one Sahih a week.',
          ),
          note('من أين أبدأ؟', 'ابدأ بمختصر مع معلّم، ثم اقرأ بابًا من أحد الصحيحين كل أسبوع.'),
        ),
      ],
    },
    {
      title: 'مصطلح الحديث للمبتدئين',
      language: 'ar',
      lead: 'أهمّ المصطلحات التي يلقاها القارئ في كتب الحديث، بعبارة سهلة.',
      blocks: [
        heading('السند والمتن'),
        paragraph(
          'لكلّ حديث جزءان: **السند**، وهو سلسلة الرواة الذين نقلوه واحدًا عن واحد؛ و**المتن**، وهو نصّ الكلام الذي ينتهي إليه السند. وعلم المصطلح يبحث في أحوالهما من حيث القبول والردّ.',
        ),
        heading('شروط الحديث الصحيح'),
        steps(
          '**اتّصال السند:** أن يكون كلّ راوٍ قد أخذ عمّن فوقه.',
          '**عدالة الرواة:** أن يكونوا من أهل الصدق والديانة.',
          '**ضبط الرواة:** أن يحسنوا الحفظ أو الكتابة.',
          '**السلامة من الشذوذ:** ألا يخالف الثقة من هو أوثق منه.',
          '**السلامة من العلّة:** ألا يكون فيه سبب خفيّ يقدح في صحته.',
        ),
        heading('ألفاظ تتكرّر في الكتب'),
        list(
          '**متّفق عليه:** رواه البخاري ومسلم عن الصحابي نفسه.',
          '**رواه الجماعة أو الستة:** اصطلاح يبيّنه كل مؤلّف في مقدّمته.',
          '**إسناده صحيح:** حكم على السند، وقد يبقى النظر في المتن.',
        ),
        heading('أقسام الحديث'),
        table(
          ['من جهة', 'القسم', 'معناه'],
          ['القبول والردّ', 'صحيح', 'ما اجتمعت فيه الشروط الخمسة'],
          ['', 'حسن', 'كالصحيح، مع خفّة في الضبط'],
          ['', 'ضعيف', 'ما فقد شرطًا من شروط القبول'],
          ['', 'موضوع', 'المكذوب، وليس بحديث في الحقيقة'],
          ['قائله', 'مرفوع', 'ما أضيف إلى النبي صلى الله عليه وسلم'],
          ['', 'موقوف', 'ما أضيف إلى الصحابي'],
          ['', 'مقطوع', 'ما أضيف إلى التابعي'],
          ['عدد طرقه', 'متواتر', 'ما رواه جمع يستحيل تواطؤهم على الكذب'],
          ['', 'آحاد', 'ما لم يبلغ حدّ التواتر'],
        ),
        note(
          'تنبيه',
          'الحكم على الأحاديث صنعة تحتاج إلى سنين؛ والمبتدئ يقلّد فيها الأئمة ويذكر من صحّح أو ضعّف.',
        ),
      ],
    },
    {
      title: 'Intention in every deed',
      language: 'en',
      lead: 'A first lesson on the hadith with which many scholars open their books.',
      blocks: [
        paragraph(
          'The hadith of intentions is the first in **Sahih al-Bukhari (no. 1)** and stands in **Sahih Muslim as no. 1907**. It is narrated by ‘Umar ibn al-Khattab. Read it there with its full wording before you go on. Scholars counted it among the few hadiths around which the whole religion turns.',
        ),
        heading('What it teaches'),
        list(
          'A deed is weighed by its purpose: two people do the same thing and stand far apart.',
          'Everyone receives what he intended, so an intention can fail a great act and raise a small one.',
          'Emigrating is the example: one travels for Allah and His messenger, another for a gain or a marriage.',
        ),
        heading('Two questions intention answers'),
        table(
          ['Question', 'Example', 'Who speaks about it most'],
          ['Which act is this?', 'noon prayer or afternoon prayer; a gift or zakah', 'jurists (fiqh)'],
          ['For whom is it?', 'for Allah, or to be seen', 'teachers of the heart'],
        ),
        heading('Where is the intention?'),
        paragraph(
          'In the heart. It is the knowledge of what you are about to do and why. Some later jurists allowed or liked to say it softly to help the heart; others disliked it. All agree that the heart is what counts.',
        ),
        heading('Turning habit into worship'),
        table(
          ['Habit', 'Intention that lifts it'],
          ['Sleeping', 'strength for dawn prayer and for work'],
          ['Working', 'feeding a family from what is lawful'],
          ['Eating', 'keeping a body that is a trust'],
          ['Studying', 'benefiting people'],
          ['Visiting', 'joining ties and giving joy'],
        ),
        heading('Renewing it'),
        steps(
          'Before an act, pause for one breath and ask: for whom?',
          'If showing off appears on the way, turn back to Allah and go on; do not stop a good deed because of people.',
          'Afterwards thank, ask for acceptance, and forget it.',
        ),
        note(
          'For this week',
          'Choose one daily habit. Give it an intention each time, and note on the seventh day what changed.',
        ),
      ],
    },
  ],
};
