import { both, type Category, heading, list, note, paragraph, picture, steps, table } from '../lesson.ts';

export const fiqh: Category = {
  name: 'Fiqh of worship',
  cloth: '#0f4d3f',
  lessons: [
    {
      title: 'Rules of wudu – أحكام الوضوء',
      language: 'en',
      lead: 'How to make wudu, what is required, what is recommended and what ends it.',
      otherLead: 'كيف نتوضّأ، وما الواجب في الوضوء وما المستحبّ، وما الذي ينقضه.',
      blocks: [
        both(
          paragraph(
            'The duty is in Qur’an **5:6**; a full description is in **al-Bukhari no. 159** and **Muslim no. 226**.',
          ),
          paragraph('أصل وجوبه في سورة المائدة (**٦**)، وصفته في **البخاري (١٥٩)** و**مسلم (٢٢٦)**.'),
        ),
        both(heading('Step by step'), heading('خطوات الوضوء')),
        both(
          steps(
            'Intend in the heart; say the name of Allah.',
            'Wash both hands to the wrists three times.',
            'Rinse the mouth and the nose three times.',
            'Wash the whole face three times: hairline to chin, ear to ear.',
            'Wash the right arm with the elbow three times, then the left.',
            'Wipe the head once with wet hands, then the ears.',
            'Wash the right foot with the ankle three times, then the left, between the toes.',
            'End with the testimony of faith and a prayer (Muslim no. 234).',
          ),
          steps(
            'انوِ بقلبك، وسمِّ الله.',
            'اغسل كفّيك إلى الرسغين ثلاثًا.',
            'تمضمض واستنشق ثلاثًا.',
            'اغسل وجهك كلّه ثلاثًا: من منابت الشعر إلى الذقن، ومن الأذن إلى الأذن.',
            'اغسل يدك اليمنى مع المرفق ثلاثًا، ثم اليسرى.',
            'امسح رأسك مرة بيدين مبلولتين، ثم أذنيك.',
            'اغسل رجلك اليمنى مع الكعب ثلاثًا، ثم اليسرى، وخلّل الأصابع.',
            'اختم بالشهادتين والدعاء (مسلم ٢٣٤).',
          ),
        ),
        both(heading('What is required'), heading('فروض الوضوء')),
        both(
          paragraph(
            'All schools agree on four: washing the face, washing the arms, wiping the head, washing the feet. Once each is enough; three times is the sunnah. Schools differ on intention, order, continuity, rinsing, and how much of the head is wiped.',
          ),
          paragraph(
            'اتّفقت المذاهب على أربعة: غسل الوجه، وغسل اليدين، ومسح الرأس، وغسل الرجلين. والمرّة تجزئ والثلاث سنّة في الغسل. واختلفوا في النية والترتيب والموالاة والمضمضة والاستنشاق، وفي القدر الممسوح من الرأس.',
          ),
        ),
        both(heading('What ends wudu'), heading('نواقض الوضوء')),
        both(
          list(
            'Anything natural leaving by the two passages.',
            'Deep sleep and loss of consciousness.',
            'Schools differ on touching (one’s private parts, or the other sex), on bleeding and on camel meat: follow your teacher, and keep clear of doubt where it is easy.',
          ),
          list(
            'الخارج المعتاد من السبيلين.',
            'النوم الثقيل وزوال العقل.',
            'واختلفوا في اللمس (لمس الفرج ولمس الجنس الآخر) وخروج الدم وأكل لحم الإبل؛ فاتبع معلّمك، وخُذ بالأحوط فيما تيسّر.',
          ),
        ),
        both(
          note('Water is a trust', 'A cup or two for each limb is plenty. Close the tap while you rub.'),
          note('الماء أمانة', 'يكفي القليل لكلّ عضو، فأغلق الصنبور وأنت تدلّك.'),
        ),
      ],
    },
    {
      title: 'The five prayer times',
      language: 'en',
      lead: 'The sun is the clock of prayer. Learn to read it, and any timetable will make sense.',
      blocks: [
        picture(
          'sun-path',
          'One day from dawn to night, looking south from a northern country: the sun rises in the east (left), its shadows fall to the west (right), and towards evening the other way.',
        ),
        heading('Measure it yourself'),
        steps(
          'On a sunny day put a stick of one foot upright in level ground.',
          'Mark the tip of its shadow every ten minutes around midday. The shortest shadow is noon; Dhuhr begins just after.',
          'Write down that shortest length. Asr begins when the shadow is that length **plus** one foot (Hanafi: plus two).',
          'Compare with your mosque’s timetable: you should be within a few minutes.',
        ),
        heading('When each prayer begins and ends'),
        table(
          ['Prayer', 'Rak‘ahs', 'Begins', 'Ends'],
          ['Fajr الفجر', '2', 'true dawn: light spreading along the horizon', 'sunrise'],
          ['Dhuhr الظهر', '4', 'when the sun has passed its highest point', 'when Asr begins'],
          ['Asr العصر', '4', 'when a shadow has grown by the length of its object', 'sunset'],
          ['Maghrib المغرب', '3', 'when the whole disc has set', 'when the glow in the west is gone'],
          [
            'Isha العشاء',
            '4',
            'when the glow in the west is gone',
            'best by midnight; for most, dawn at the latest',
          ],
        ),
        paragraph(
          'Prayer is due at fixed times (Qur’an **4:103**); a hadith that lists them is **Muslim no. 612**.',
        ),
        heading('Where the schools differ'),
        list(
          '**Asr.** For Malikis, Shafi‘is and Hanbalis it begins when the shadow equals the object, not counting the shadow at noon. In the well-known Hanafi view it begins at twice the length. Many timetables print both.',
          '**The evening glow.** Most take the red glow as the end of Maghrib, Abu Hanifa the white one after it.',
          '**Fajr and Isha by calculation.** Timetables use an angle of the sun below the horizon, from 15 to 18 degrees or so. Follow the timetable of your mosque, so that a community prays together.',
        ),
        note(
          'Times when prayer waits',
          'Voluntary prayer is not begun while the sun is rising, at its height or setting (Muslim no. 831). Schools differ on prayers that have a cause.',
        ),
      ],
    },
    {
      title: 'Steps of prayer for beginners',
      language: 'en',
      lead: 'Two rak‘ahs from the first takbir to the closing salam, for someone who prays for the first time.',
      blocks: [
        paragraph(
          'The Prophet, peace be upon him, told his companions to pray as they saw him pray (**al-Bukhari no. 631**), and he taught a man who prayed in haste the order of its parts (**al-Bukhari no. 757**, **Muslim no. 397**).',
        ),
        heading('Before you begin'),
        list(
          'You have wudu; your body, clothes and place are clean.',
          'You are covered, the time has come, and you face the qiblah: from most of North America roughly north-east.',
          'You know in your heart which prayer you are about to pray. Take your time: the most common mistake is haste.',
        ),
        heading('The first rak‘ah'),
        steps(
          '**Stand** and raise your hands to the shoulders or ears, saying the opening takbir: Allahu akbar (الله أكبر). From here on you do not speak or eat.',
          '**Recite** al-Fatihah, then some of the Qur’an you know. A beginner repeats after a teacher or reads from a card until it is learned.',
          '**Bow** with takbir: back level, hands on knees, still. Say three times: subhana rabbiyal-‘azim (سبحان ربي العظيم).',
          '**Rise** saying sami‘allahu liman hamidah (سمع الله لمن حمده), and stand upright: rabbana wa lakal-hamd (ربنا ولك الحمد).',
          '**Prostrate** with takbir on seven points: forehead with nose, both hands, both knees, the toes of both feet. Three times: subhana rabbiyal-a‘la (سبحان ربي الأعلى).',
          '**Sit** for a moment with takbir, calm; ask forgiveness: rabbighfir li (رب اغفر لي).',
          '**Prostrate** a second time in the same way, then stand up with takbir.',
        ),
        heading('The second rak‘ah and the end'),
        steps(
          'Repeat steps 2 to 7, without the opening takbir.',
          'Sit and recite the tashahhud (التشهد), then the prayers upon the Prophet and Ibrahim.',
          'Turn your face right, then left, with the salam: as-salamu ‘alaykum wa rahmatullah (السلام عليكم ورحمة الله).',
        ),
        heading('Longer prayers'),
        table(
          ['Prayer', 'Rak‘ahs', 'Recited aloud', 'How it goes on'],
          ['Fajr', '2', 'both', 'as above'],
          ['Dhuhr, Asr', '4', 'none', 'after 2, sit for the tashahhud, stand for 2 more with al-Fatihah'],
          ['Maghrib', '3', 'the first 2', 'after 2, sit for the tashahhud, stand for 1 more'],
          ['Isha', '4', 'the first 2', 'as Dhuhr'],
        ),
        heading('Differences you will see'),
        paragraph(
          'Hands on the chest, above or below the navel, or at the sides; raising the hands again when bowing or not; reciting behind the imam or listening; the finger moving or still; the qunut prayer at Fajr or not. Each is the reasoned view of a school. Learn one way well, and pray beside the others in peace.',
        ),
        heading('If something goes wrong'),
        list(
          'You forgot a part or lost count: build on the smaller number you are sure of and make two prostrations of forgetfulness (Muslim no. 571).',
          'You cannot stand or bow: pray sitting or lying down (al-Bukhari no. 1117).',
          'You missed a prayer by sleep or forgetting: pray it as soon as you remember (al-Bukhari no. 597).',
        ),
      ],
    },
    {
      title: 'التيمم والمسح على الخفين',
      language: 'ar',
      lead: 'رخصتان تيسّران الطهارة عند فقد الماء والسفر والبرد والمرض.',
      blocks: [
        heading('أولًا: التيمّم'),
        paragraph(
          'التيمّم طهارة بالصعيد الطاهر بدلًا من الماء، وأصله في سورة المائدة (**٦**) والنساء (**٤٣**)، وصفته في **البخاري (٣٣٨)** و**مسلم (٣٦٨)**.',
        ),
        list(
          'يُشرع عند فقد الماء بعد طلبه.',
          'وعند العجز عن استعماله لمرض أو برد شديد يُخشى ضرره.',
          'وعند الحاجة إلى الماء القليل للشرب.',
        ),
        heading('صفته'),
        steps(
          'النيّة والتسمية.',
          'ضرب الصعيد الطاهر بالكفّين ثم نفضهما نفضًا خفيفًا.',
          'مسح الوجه كلّه.',
          'مسح اليدين.',
        ),
        paragraph(
          'واختلف الفقهاء: أضربة واحدة هي أم ضربتان؟ وإلى الكفّين أم إلى المرفقين؟ وهل يُشترط التراب أم يجزئ كلّ ما كان من جنس الأرض؟ فليأخذ المتعلّم بما عليه معلّمه.',
        ),
        note('متى يبطل؟', 'يبطل التيمّم بكلّ ما ينقض الوضوء، وبوجود الماء والقدرة على استعماله قبل الصلاة.'),
        heading('ثانيًا: المسح على الخفّين'),
        paragraph(
          'من لبس خفّين على طهارة جاز له إذا أحدث أن يمسح عليهما بدل غسل الرجلين، وهو ثابت في **البخاري (٢٠٦)** و**مسلم (٢٧٤)**.',
        ),
        table(
          ['المسألة', 'الحكم'],
          ['الشرط الأول', 'لبسهما بعد طهارة كاملة'],
          ['الشرط الثاني', 'سترهما محلّ الفرض وإمكان المشي فيهما'],
          ['المدة للمقيم', 'يوم وليلة عند الجمهور (مسلم ٢٧٦)'],
          ['المدة للمسافر', 'ثلاثة أيام بلياليها عند الجمهور'],
          ['عند المالكية', 'لا توقيت في المشهور، ويُندب نزعهما كل جمعة'],
          ['الصفة', 'يمسح ظاهر القدم بيد مبلولة مرة واحدة'],
        ),
        heading('الجوارب'),
        paragraph(
          'أجاز كثير من الفقهاء المسح على الجورب الصفيق الذي يثبت بنفسه ويُمشى فيه، ومنع بعضهم ما لم يكن مجلّدًا. والجوارب الرقيقة محلّ خلاف أشدّ؛ فاسأل من تثق بعلمه.',
        ),
        heading('ما ينهي المسح'),
        list('انقضاء المدة عند من يقول بالتوقيت.', 'نزع الخفّ بعد المسح عليه.', 'ما يوجب الغسل.'),
      ],
    },
    {
      title: 'Zakah for wage earners in the United States',
      language: 'en',
      lead: 'From pay slip to payment: how someone with a salary and some savings works out zakah once a year.',
      blocks: [
        heading('The four questions'),
        steps(
          '**Is it mine?** Count what you own and could spend, not what is promised or borrowed.',
          '**Has it reached the nisab?** The minimum is the value of about 85 grams of gold or 595 grams of silver. Many teachers use silver because it helps more people; others use gold. Ask which one your community uses.',
          '**Has a lunar year passed?** Fix one date, for example the first of Ramadan. What you own on that date counts.',
          '**To whom?** Only to the eight kinds of people in Qur’an **9:60**; not to one’s own parents, children or wife.',
        ),
        heading('What counts'),
        table(
          ['Counts', 'Does not count', 'Schools or scholars differ'],
          ['cash, checking and savings', 'the home you live in', 'jewellery that is worn'],
          ['gold and silver as savings', 'the car you drive', 'retirement plans before withdrawal'],
          [
            'shares and funds held to trade',
            'furniture, clothes, tools of work',
            'long debts, such as a mortgage',
          ],
          ['money others owe you and will pay', 'pay not yet received', 'shares held for many years'],
        ),
        heading('A worked example'),
        paragraph('Maryam’s zakah date is 1 Ramadan. On that day she writes:'),
        table(
          ['Item', 'Amount'],
          ['Checking and savings', '$ 9,400'],
          ['Gold coins, at today’s price', '$ 2,100'],
          ['A friend owes her and will repay', '$ 500'],
          ['Rent and card bill due this week', '− $ 2,000'],
          ['Zakah base', '$ 10,000'],
          ['Zakah, 2.5%', '$ 250'],
        ),
        paragraph(
          'If she kept a solar year she would use **2.577%**, because a solar year is about eleven days longer than a lunar one.',
        ),
        heading('Good habits'),
        list(
          'In the view of most scholars no zakah is due on each pay check as it comes in; it is due on what is left on your date. Paying in advance, month by month, is allowed by many.',
          'Keep one page a year: date, prices used, base, paid to whom. Next year takes ten minutes.',
          'A registered charity gives a receipt. That matters for the tax office and not for the duty itself.',
          'Zakah al-fitr, due before the Eid prayer, is separate and due for each person in the household.',
        ),
        note(
          'Ask about your own case',
          'Business stock, rental houses, crypto-assets, shares with debts behind them: bring your page of numbers to someone of knowledge.',
        ),
      ],
    },
    {
      title: 'Prayer of the traveller',
      language: 'en',
      lead: 'Shortening and joining prayers on the road: when, how long, and how in an airport.',
      blocks: [
        paragraph(
          'Shortening on a journey is mentioned in Qur’an **4:101** and in **Muslim nos. 685 and 686**. It is a gift of ease, and accepting it is from the sunnah.',
        ),
        heading('What changes'),
        table(
          ['Prayer', 'At home', 'On a journey'],
          ['Fajr', '2', '2'],
          ['Dhuhr', '4', '2'],
          ['Asr', '4', '2'],
          ['Maghrib', '3', '3'],
          ['Isha', '4', '2'],
        ),
        heading('The conditions in short'),
        table(
          ['Question', 'What the schools say'],
          [
            'How far?',
            'Malikis, Shafi‘is and Hanbalis: about 50 miles (80 km) or more. Hanafis: three days’ travel at the old pace, often put at about the same or somewhat more.',
          ],
          ['From where?', 'From leaving the built-up area of your town, not from your front door.'],
          [
            'How long?',
            'You complete the prayer once you intend to stay: 4 full days or a little more for Malikis, Shafi‘is and Hanbalis, 15 days for Hanafis.',
          ],
          ['Must I?', 'Hanafis: shortening is required. Others: it is better, and praying in full is valid.'],
          ['Behind a resident imam?', 'Follow him and pray in full.'],
        ),
        heading('Joining two prayers'),
        paragraph(
          'Most schools let a traveller join Dhuhr with Asr, and Maghrib with Isha, in the time of either. Hanafis keep joining for the pilgrimage at Arafah and Muzdalifah, and let others pray the first at the end of its time and the second at the beginning of its own.',
        ),
        heading('In the airport and in the air'),
        steps(
          'Make wudu before boarding; keep thin slippers or wiped socks in mind.',
          'Find the qiblah with a compass, or ask; make an honest effort and pray.',
          'Ask the crew for a place to stand. If there is none, or it is not safe, pray seated with bows of the head.',
          'If the time is long and you will land within it, it is better to wait and pray on the ground.',
        ),
        note(
          'Remember',
          'The journey ends the concession when you come back to your town, even if you are not home yet.',
        ),
      ],
    },
  ],
};
