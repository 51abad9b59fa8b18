import { both, type Category, heading, list, note, paragraph, steps, table } from '../lesson.ts';

export const manners: Category = {
  name: 'Manners and character – الآداب والأخلاق',
  cloth: '#2f5d62',
  lessons: [
    {
      title: 'Manners of the mosque – آداب المسجد',
      language: 'en',
      lead: 'A guest’s guide to a house of prayer, from the door to the farewell.',
      otherLead: 'دليل الزائر إلى بيت الله، من الباب إلى الوداع.',
      blocks: [
        both(heading('Before you come'), heading('قبل المجيء')),
        both(
          list(
            'Come clean, in modest and neat clothes (see Qur’an 7:31).',
            'Avoid strong smells of food or smoke; the people beside you and the angels are hurt by them.',
            'Silence your phone at the door.',
          ),
          list(
            'احضر نظيفًا في ثياب ساترة مرتّبة (الأعراف ٣١).',
            'تجنّب الروائح القوية من طعام أو دخان، فإنها تؤذي المصلّين والملائكة.',
            'أسكِت هاتفك عند الباب.',
          ),
        ),
        both(heading('On entering'), heading('عند الدخول')),
        both(
          steps(
            'Enter with the right foot and with the prayer for entering a mosque (Muslim no. 713).',
            'Put your shoes on the shelf, not in the way.',
            'Walk calmly even when the prayer has begun (al-Bukhari no. 636).',
            'Greet with two rak‘ahs before you sit, if the time allows (al-Bukhari no. 444).',
          ),
          steps(
            'ادخل برجلك اليمنى وقُل دعاء دخول المسجد (مسلم ٧١٣).',
            'ضع حذاءك في موضعه ولا تسدّ به الطريق.',
            'امشِ بسكينة ولو أُقيمت الصلاة (البخاري ٦٣٦).',
            'صلِّ ركعتين تحيّةً للمسجد قبل أن تجلس إن اتّسع الوقت (البخاري ٤٤٤).',
          ),
        ),
        both(heading('While you are there'), heading('في أثناء المكث')),
        both(
          list(
            'Fill the front rows first; never step over people’s necks.',
            'Do not pass in front of someone who is praying.',
            'Keep your voice low, even when reading the Qur’an.',
            'Make room, help the elderly, and be gentle with children: they are learning to love this place.',
          ),
          list(
            'أتِمّ الصفوف الأولى، ولا تتخطَّ رقاب الناس.',
            'لا تمرّ بين يدي المصلّي.',
            'اخفض صوتك ولو كنت تقرأ القرآن.',
            'أفسِح لغيرك، وأعِن الكبير، وارفق بالأطفال فإنهم يتعلّمون حبّ هذا المكان.',
          ),
        ),
        both(heading('On leaving'), heading('عند الخروج')),
        both(
          paragraph(
            'Leave with the left foot and with the prayer for leaving. Greet those you pass, take your litter with you, and park so that the neighbours are glad to have a mosque beside them.',
          ),
          paragraph(
            'اخرج برجلك اليسرى مع دعاء الخروج، وسلِّم على من تمرّ به، ولا تترك وراءك شيئًا، وأوقف سيارتك بحيث يسعد الجيران بمسجد إلى جوارهم.',
          ),
        ),
        both(
          note(
            'Visitors',
            'Guests of other faiths are welcome. Show them a seat, explain what will happen, and answer kindly.',
          ),
          note(
            'الزوّار',
            'الضيوف من غير المسلمين مرحّب بهم: أجلسهم، واشرح لهم ما سيجري، وأجِب عن أسئلتهم بلطف.',
          ),
        ),
      ],
    },
    {
      title: 'آداب طالب العلم',
      language: 'ar',
      lead: 'العلم زينته الأدب: ما يحمله الطالب معه قبل الكتاب والقلم.',
      blocks: [
        heading('أدبه مع نفسه'),
        steps(
          '**الإخلاص:** أن يطلب العلم لوجه الله ونفع الناس، لا للجدال ولا للشهرة.',
          '**العمل بما يعلم:** فالعلم يُطلب ليُعمل به، وأول من ينتفع به صاحبه.',
          '**التدرّج:** يبدأ بصغار المسائل قبل كبارها، وبالمتن المختصر قبل الشرح الطويل.',
          '**الصبر والمداومة:** قليل دائم خير من كثير منقطع.',
          '**قول «لا أدري»:** وهي من علامات العلم لا من علامات الجهل.',
        ),
        heading('أدبه مع معلّمه'),
        list(
          'يسلّم عليه، ويُحسن الاستماع، ولا يقاطعه.',
          'يسأل ليفهم لا ليُحرج، ويختار وقتًا مناسبًا للسؤال.',
          'يعرف له فضله من غير غلوّ؛ فكلّ أحد يؤخذ من قوله ويُترك إلا رسول الله صلى الله عليه وسلم.',
        ),
        heading('أدبه مع زملائه وكتبه'),
        list(
          'يفرح بفهم غيره، ويعير كتابه، ويردّ ما استعار سليمًا وفي وقته.',
          'ينسب القول إلى قائله، ولا ينقل ما لم يتحقّق منه.',
          'يحترم المخالف، ويعلم أن اختلاف الفقهاء في الفروع سعة لها أسبابها.',
        ),
        heading('جدول أسبوعي مقترح'),
        table(
          ['اليوم', 'العمل', 'المدة'],
          ['السبت والاثنين', 'حفظ أسطر من متن مع معلّم', '٣٠ دقيقة'],
          ['الأحد والثلاثاء', 'قراءة شرح ما حُفظ وكتابة فائدة', '٣٠ دقيقة'],
          ['الأربعاء', 'مذاكرة مع زميل', '٤٥ دقيقة'],
          ['الخميس', 'مراجعة الأسبوع كلّه', '٣٠ دقيقة'],
        ),
        note(
          'مراجع للقراءة',
          'تُنظر سورة طه (١١٤) في طلب الزيادة من العلم، وسورة الكهف (٦٠–٨٢) في رحلة موسى عليه السلام في طلبه.',
        ),
      ],
    },
    {
      title: 'Guarding the tongue',
      language: 'en',
      lead: 'Small, quick and never tired: why so much of character is decided by what we say, and how to train it.',
      blocks: [
        paragraph(
          'Every word is recorded (Qur’an **50:18**), and a good word is compared to a good tree (Qur’an **14:24**). The Prophet, peace be upon him, taught that who believes in Allah and the Last Day should say what is good or be silent: **al-Bukhari no. 6018**, **Muslim no. 47**.',
        ),
        heading('Five faults and their cure'),
        table(
          ['Fault', 'What it is', 'What helps'],
          ['Lying', 'saying what you know is not true', 'admit small mistakes early, before they need a lie'],
          [
            'Backbiting غيبة',
            'saying of someone absent what he would dislike, though true',
            'speak as if he stood beside you (Qur’an 49:12)',
          ],
          [
            'Tale-bearing نميمة',
            'carrying words that set people against each other',
            'let a hurtful word end with you',
          ],
          [
            'Mockery',
            'laughing at looks, accent, origin or poverty',
            'remember that he may be the better one (Qur’an 49:11)',
          ],
          ['Idle rumour', 'passing on what you have not checked', 'verify first (Qur’an 49:6)'],
        ),
        heading('Three questions before speaking'),
        steps(
          'Is it true, and do I know it myself?',
          'Is it good, or does it at least prevent a harm?',
          'Is now the time, and am I the person?',
        ),
        heading('The tongue has thumbs today'),
        paragraph(
          'What is typed is speech. A comment, a forwarded picture, a recording shared without consent: each is weighed like a word. Wait ten minutes before answering in anger; most of those answers are then never sent.',
        ),
        heading('When may a fault be mentioned?'),
        paragraph(
          'Scholars allow naming a wrong where there is a real need, and no more than the need: to complain to a judge, to ask for advice or a ruling, to warn someone about to be harmed, or to give an honest reference when asked. The intention is help, not entertainment.',
        ),
        note(
          'For this week',
          'Choose one gathering, or one group chat, and let nothing about an absent person leave your mouth or hands there.',
        ),
      ],
    },
    {
      title: 'بِرُّ الوَالِدَيْنِ',
      language: 'ar',
      lead: 'أولى الناس بحسن الصحبة: كيف نبرّ الوالدين في حياتهما وبعد وفاتهما.',
      blocks: [
        paragraph(
          'قُرن الإحسان إلى الوالدين بعبادة الله وحده في مواضع من القرآن، منها: الإسراء (**٢٣–٢٤**)، ولقمان (**١٤–١٥**)، والنساء (**٣٦**). وفي **صحيح البخاري (٥٩٧١)** و**صحيح مسلم (٢٥٤٨)** بيان أحقّ الناس بحسن الصحبة.',
        ),
        heading('في حياتهما'),
        list(
          '**القول الليّن:** نداء كريم، وصوت خفيض، وترك التأفّف.',
          '**الخدمة والنفقة:** قضاء الحاجات قبل أن تُطلب، والنفقة عند الحاجة إليها.',
          '**المشاورة والصحبة:** استشارتهما، والجلوس معهما بلا هاتف.',
          '**الطاعة في المعروف:** وإن طلبا ما فيه معصية لم يُطاعا فيه، مع بقاء حسن الصحبة.',
        ),
        heading('بعد وفاتهما'),
        list(
          'الدعاء لهما والاستغفار.',
          'قضاء ديونهما وإنفاذ وصيّتهما.',
          'صلة أقاربهما وإكرام أصدقائهما (مسلم ٢٥٥٢).',
          'الصدقة عنهما.',
        ),
        heading('أسئلة عملية'),
        table(
          ['الحال', 'ما يُستحسن'],
          ['الوالدان في بلد بعيد', 'موعد ثابت للاتصال المرئي، وزيارة ما أمكن'],
          ['اختلاف في الرأي', 'الاستماع إلى آخر الكلام، ثم عرض الرأي بأدب'],
          ['كِبَر أو مرض', 'تقاسم الرعاية بين الإخوة، وطلب العون عند الحاجة'],
          ['والد غير مسلم', 'الصحبة بالمعروف والإحسان كذلك (لقمان ١٥)'],
        ),
        note('عمل اليوم', 'اتّصل بهما الآن إن كانا حيَّين، وادعُ لهما الآن إن كانا قد رحلا.'),
      ],
    },
  ],
};
