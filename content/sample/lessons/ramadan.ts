import { both, type Category, heading, list, note, paragraph, picture, steps, table } from '../lesson.ts';

export const ramadan: Category = {
  name: 'Ramadan and fasting',
  cloth: '#2b3f63',
  lessons: [
    {
      title: 'Preparing for Ramadan',
      language: 'en',
      lead: 'Four weeks of small steps, so that the first night finds you ready.',
      blocks: [
        paragraph(
          'Fasting Ramadan is ordered in Qur’an **2:183–185**. Who has work, school and a family needs a plan more than a feeling. This one asks for half an hour a day.',
        ),
        heading('The four weeks before'),
        table(
          ['Week', 'Body', 'Prayer and Qur’an', 'People'],
          ['4', 'less coffee, earlier nights', 'the five prayers in time', 'pay small debts'],
          ['3', 'fast one day if you can', 'four pages a day', 'make up one quarrel'],
          ['2', 'try the pre-dawn meal', 'two rak‘ahs at night', 'choose a charity'],
          ['1', 'shop and cook ahead', 'learn one new prayer', 'invite a neighbour'],
        ),
        heading('Before the first day'),
        list(
          'Make up any days still owed from last year.',
          'If you are ill, pregnant, breast-feeding or take medicine, speak with your doctor **and** with someone of knowledge now.',
          'Tell your teacher or employer in one friendly sentence which hours will be different.',
          'Know your mosque’s way of beginning the month: by sighting or by calculation. Go with your community.',
        ),
        heading('A day in Ramadan'),
        steps(
          'Eat before dawn, even a little: al-Bukhari no. 1923.',
          'Pray Fajr; read the pages of the day while it is quiet.',
          'Work with care. Guard the tongue: hunger is no excuse for anger.',
          'Break the fast promptly at sunset, with dates or water.',
          'Eat modestly, pray, rest, then the night prayer at home or in the mosque.',
        ),
        heading('With children'),
        list(
          'Let them fast a few hours, and praise the effort, not the length.',
          'Give each child a task for the evening table.',
          'One story a night: thirty nights, thirty stories.',
        ),
        heading('The last ten nights'),
        paragraph(
          'Keep your strength for them: the Night of Decree (Qur’an **97**) is sought in the odd nights. If you cannot take days off, take hours: choose five evenings and empty them of everything else.',
        ),
        note(
          'My page',
          'One habit I will leave: ………………  One habit I will begin: ………………  One person I will help: ………………',
        ),
      ],
    },
    {
      title: 'The months of the Hijri year – الشهور الهجرية',
      language: 'en',
      lead: 'Twelve moons make a year: names, order and what happens in each.',
      otherLead: 'اثنا عشر هلالًا تصنع عامًا: الأسماء والترتيب وما في كلّ شهر.',
      blocks: [
        picture(
          'hijri-wheel',
          'The wheel of the year, read clockwise from the top. Gold marks the four sacred months.\nعجلة السنة، وتُقرأ مع عقارب الساعة من أعلى، والذهبي للأشهر الحُرُم',
        ),
        both(heading('Names and marks'), heading('الأسماء والمعالم')),
        both(
          table(
            ['', 'Month', 'Known for'],
            ['1', 'Muharram', 'sacred; Ashura, the 10th'],
            ['2', 'Safar', ''],
            ['3', 'Rabi‘ al-Awwal', 'the Prophet’s birth, by most'],
            ['4', 'Rabi‘ al-Akhir', ''],
            ['5', 'Jumada al-Ula', ''],
            ['6', 'Jumada al-Akhirah', ''],
            ['7', 'Rajab', 'sacred'],
            ['8', 'Sha‘ban', 'preparing'],
            ['9', 'Ramadan', 'the fast'],
            ['10', 'Shawwal', '1st: Eid al-Fitr'],
            ['11', 'Dhul-Qa‘dah', 'sacred'],
            ['12', 'Dhul-Hijjah', 'sacred; Hajj; 10th: Eid al-Adha'],
          ),
          table(
            ['', 'الشهر', 'من معالمه'],
            ['١', 'المحرّم', 'حرام، وفيه عاشوراء'],
            ['٢', 'صفر', ''],
            ['٣', 'ربيع الأول', 'المولد على المشهور'],
            ['٤', 'ربيع الآخر', ''],
            ['٥', 'جمادى الأولى', ''],
            ['٦', 'جمادى الآخرة', ''],
            ['٧', 'رجب', 'حرام'],
            ['٨', 'شعبان', 'الاستعداد'],
            ['٩', 'رمضان', 'الصيام'],
            ['١٠', 'شوّال', 'عيد الفطر في أوله'],
            ['١١', 'ذو القعدة', 'حرام'],
            ['١٢', 'ذو الحجة', 'حرام، الحج، وعيد الأضحى'],
          ),
        ),
        both(
          paragraph(
            'That the months are twelve and four of them sacred is in Qur’an **9:36**; the four are named in **al-Bukhari no. 3197**.',
          ),
          paragraph(
            'كون الشهور اثني عشر منها أربعة حُرُم في سورة التوبة (**٣٦**)، وتعيينها في **البخاري (٣١٩٧)**.',
          ),
        ),
        both(
          note(
            '29 or 30 days',
            'A month begins with the new crescent. The year has 354 or 355 days, so Ramadan comes about 11 days earlier each solar year.',
          ),
          note(
            '٢٩ أو ٣٠ يومًا',
            'يبدأ الشهر بالهلال، والسنة ٣٥٤ أو ٣٥٥ يومًا، فيتقدّم رمضان نحو ١١ يومًا كل سنة شمسية.',
          ),
        ),
      ],
    },
    {
      title: 'The phases of the moon and the new month',
      language: 'en',
      lead: 'Why the crescent appears in the west after sunset, and why two towns may begin a month on different days.',
      blocks: [
        picture(
          'moon-phases',
          'One month of the moon as seen from the northern half of the earth. The numbers are the days since the new moon.',
        ),
        heading('What is happening'),
        paragraph(
          'The sun always lights half of the moon. As the moon goes round the earth we see more or less of that half. From one new moon to the next takes about **29.53 days**, so a lunar month has 29 or 30 days, never more or fewer. The crescents are called measures of time for people in Qur’an **2:189**.',
        ),
        heading('How to look for the crescent'),
        steps(
          'Go out on the evening of the 29th to a place with an open western horizon.',
          'Be ready at sunset. **Never look at the sun**, and use no binoculars until it has fully set.',
          'Look near the place of sunset, a little above it, for about half an hour.',
          'The first crescent is a thin line whose horns point away from the sun.',
          'Tell your mosque what you saw, when, and with whom.',
        ),
        heading('Why people begin on different days'),
        table(
          ['Question', 'Views'],
          [
            'Is one sighting enough for all lands?',
            'many Hanafis, Malikis and Hanbalis: yes, when it is reliably known; Shafi‘is: each region has its own',
          ],
          ['How many witnesses?', 'one for Ramadan in several schools, two or more in others'],
          [
            'May astronomy decide?',
            'most classical jurists: sighting decides; a number of present-day councils use calculation, some only to reject an impossible report',
          ],
        ),
        paragraph(
          'The hadith on which all build is in **al-Bukhari no. 1909** and **Muslim no. 1081**: fasting and its end are tied to seeing the crescent.',
        ),
        heading('A month’s project for families'),
        list(
          'Draw the moon each clear evening with its date and the time.',
          'Which side is lit while it grows? Which while it shrinks?',
          'After two weeks look for the moon in the morning sky.',
        ),
        note(
          'Unity',
          'The calculation is interesting; the hearts are more important. Fast and celebrate with your community.',
        ),
      ],
    },
    {
      title: 'أحكام الصيام للمبتدئين',
      language: 'ar',
      lead: 'على من يجب الصوم، وما يفسده وما لا يفسده، وما يصنع صاحب العذر.',
      blocks: [
        paragraph(
          'فُرض صيام رمضان في السنة الثانية من الهجرة، وآياته في سورة البقرة (**١٨٣–١٨٧**). وهو الإمساك عن المفطّرات من طلوع الفجر إلى غروب الشمس مع النيّة.',
        ),
        heading('على من يجب؟'),
        paragraph(
          'يجب على كل مسلم بالغ عاقل مقيم قادر، خالٍ من الموانع. ولا يجب على الصغير، ويُدرَّب عليه برفق.',
        ),
        heading('أركانه'),
        steps(
          '**النيّة:** من الليل لكل يوم عند الجمهور، وعند المالكية تكفي نيّة واحدة للشهر المتتابع.',
          '**الإمساك** عن المفطّرات من الفجر إلى الغروب.',
        ),
        heading('ما يفسد الصوم وما لا يفسده'),
        table(
          ['يفسده', 'لا يفسده', 'محلّ خلاف'],
          ['الأكل والشرب عمدًا', 'الأكل أو الشرب ناسيًا عند الجمهور', 'قطرة العين والأذن'],
          ['الجماع، وفيه الكفّارة', 'الاحتلام', 'الحجامة'],
          ['تعمّد القيء', 'القيء غلبةً', 'بخّاخ الربو'],
          ['الحيض والنفاس', 'السواك والمضمضة بلا مبالغة', 'بعض الحُقن'],
        ),
        heading('أصحاب الأعذار'),
        table(
          ['العذر', 'ما عليه'],
          ['المريض الذي يُرجى شفاؤه', 'يفطر ويقضي'],
          ['المريض المزمن والشيخ العاجز', 'يفطر، ويطعم عن كل يوم مسكينًا عند الجمهور'],
          ['المسافر', 'يجوز له الفطر ويقضي'],
          ['الحائض والنفساء', 'تفطر وجوبًا وتقضي'],
          ['الحامل والمرضع', 'تفطر عند الخوف وتقضي، وفي الفدية خلاف'],
        ),
        heading('من السنن والآداب'),
        list(
          'السحور وتأخيره، والفطور وتعجيله.',
          'حفظ اللسان والبصر عمّا لا يليق (البخاري ١٩٠٣).',
          'كثرة الذكر وتلاوة القرآن والصدقة.',
          'إطعام الصائمين وتفقّد المحتاجين.',
        ),
        heading('زكاة الفطر'),
        paragraph(
          'تجب على كل مسلم يجد فضلًا عن قوته ليلة العيد ويومه، عنه وعمّن ينفق عليه: صاع من غالب قوت البلد (البخاري ١٥٠٣). وأجاز الحنفية إخراج قيمته. وأفضل وقتها قبل صلاة العيد.',
        ),
        note('قاعدة', 'من كان له عذر صحي فليجمع بين قول الطبيب الثقة وسؤال أهل العلم، ولا يُعرّض نفسه للضرر.'),
      ],
    },
  ],
};
