import { type Category, heading, list, note, steps, table } from '../lesson.ts';

export const sermons: Category = {
  name: 'Friday sermons',
  cloth: '#5b4a7d',
  lessons: [
    {
      title: 'Gratitude in every season',
      language: 'en',
      lead: 'The outline of a fifteen-minute sermon on thankfulness, with its references and its practical ending.',
      blocks: [
        heading('First part, about nine minutes'),
        steps(
          '**Opening.** Praise of Allah, the testimony, blessings on the Prophet, the reminder to be mindful of Allah.',
          '**A picture.** A glass of clean water on the table. How many hands, pipes, clouds and laws brought it there? We noticed none of them this morning.',
          '**The promise.** Thankfulness brings increase (Qur’an **14:7**), and the favours of Allah cannot be counted (Qur’an **16:18**).',
          '**Three places of gratitude.** In the heart: to know from whom it comes. On the tongue: to say so. In the limbs: to use the gift for what pleases the Giver (see Qur’an **34:13**).',
          '**People too.** Who does not thank people has not thanked Allah: the meaning of a hadith in **Abu Dawud (no. 4811)**.',
        ),
        heading('Second part, about four minutes'),
        steps(
          '**Gratitude in hardship.** It does not mean to call pain pleasant. It means to see what remains and what the trial opens. The believer’s affair is good in ease and in difficulty: **Muslim no. 2999**.',
          '**One thing to do.** Before sleeping tonight, name three gifts of the day, one of them a person. Tell that person tomorrow.',
          '**Prayer** for the community, the ill, the troubled, the country and all people.',
        ),
        heading('Notes for the speaker'),
        table(
          ['Minute', 'Part', 'Remember'],
          ['0–1', 'opening', 'unhurried; it sets the pace'],
          ['1–3', 'the glass of water', 'look at the people, not at the paper'],
          ['3–10', 'promise and three places', 'read each reference exactly, or only name it'],
          ['10–13', 'hardship', 'somebody present is grieving: speak gently'],
          ['13–15', 'one action, prayer', 'end on time'],
        ),
        heading('For children'),
        list(
          'Give each child a small card: draw one gift for every day until next Friday.',
          'Ask them after the prayer which was the hardest day to find one.',
        ),
        note(
          'Instead of a list',
          'One idea that is remembered on Monday is better than ten that are forgotten at the door.',
        ),
      ],
    },
    {
      title: 'خطبة قصيرة – الأمانة',
      language: 'ar',
      lead: 'مخطّط خطبة في ربع ساعة عن الأمانة: معناها، وصورها، وطريق إحيائها.',
      blocks: [
        heading('الخطبة الأولى'),
        steps(
          '**الافتتاح:** الحمد والثناء والشهادتان والصلاة على النبي صلى الله عليه وسلم والوصية بالتقوى.',
          '**المدخل:** رجل وجد محفظة في الطريق فردّها إلى صاحبها؛ فسأله الناس: لماذا؟ قال: لأنها ليست لي. ما أقصر الجواب وما أعظمه!',
          '**الأصل:** الأمر بأداء الأمانات في سورة النساء (**٥٨**)، ووصف المؤمنين برعايتها في سورة المؤمنون (**٨**).',
          '**الخطر:** جُعلت خيانة الأمانة من علامات النفاق في **البخاري (٣٣)** و**مسلم (٥٩)**.',
        ),
        heading('صور الأمانة'),
        table(
          ['المجال', 'من صور الأمانة', 'من صور التفريط'],
          ['العبادة', 'أداؤها في وقتها بإتقان', 'العجلة والتهاون'],
          ['العمل', 'إعطاء الوقت حقّه وكتابة الساعات بصدق', 'الغياب المستتر'],
          ['المال', 'كتابة الدين وردّه في أجله', 'المماطلة مع القدرة'],
          ['الكلام', 'حفظ السرّ، ونقل الخبر كما هو', 'إفشاء المجالس'],
          ['الأسرة', 'التربية والوقت والعدل بين الأولاد', 'الانشغال عنهم بالشاشات'],
          ['المكان العام', 'نظافة الطريق، واحترام القانون', 'الإضرار بالجيران'],
        ),
        heading('الخطبة الثانية'),
        steps(
          '**طريق الإحياء:** مراقبة الله، ومحاسبة النفس كلّ ليلة، وصحبة الأمناء.',
          '**عمل الأسبوع:** ليَعُد كلّ واحد منا إلى بيته فيبحث عن شيء ليس له: كتاب مستعار، أو دين مؤجّل، أو وعد منسيّ، فليردّه قبل الجمعة القادمة.',
          '**الدعاء** للمصلّين وأهليهم، وللمرضى والمحتاجين، وللبلاد وأهلها جميعًا بالأمن والخير.',
        ),
        heading('توجيهات للخطيب'),
        list(
          'اقرأ الآية والحديث من مصدرهما بنصّهما، أو اكتفِ بالإشارة إلى معناهما.',
          'اجعل الأمثلة من حياة الحاضرين لا من حياة غيرهم.',
          'التزم الوقت: فالوقت أمانة أيضًا.',
        ),
      ],
    },
    {
      title:
        'A guide for the new khatib, from choosing a topic to delivering a Friday sermon in two languages',
      language: 'en',
      lead: 'Your mosque asked you to give the khutbah. Here is a week’s plan that ends in a calm quarter of an hour.',
      blocks: [
        heading('What makes it a khutbah'),
        list(
          'Two short addresses with a brief sitting between them, after the time has come and before the prayer.',
          'In each: praise of Allah, blessings on the Prophet, peace be upon him, a call to be mindful of Allah; something of the Qur’an; and a prayer for the believers. The schools differ on which of these are conditions: include them all.',
          'Many jurists ask for these parts in Arabic and allow the rest in the people’s language. The duty to attend is in Qur’an **62:9**.',
        ),
        heading('Seven days'),
        table(
          ['Day', 'Task', 'Time'],
          ['Saturday', 'Listen: what did people ask this week? Choose one need.', '20 min'],
          ['Sunday', 'Write the goal in one sentence: “After this sermon people will …”', '15 min'],
          ['Monday', 'Collect two verses and one sound hadith. Check each in its source.', '60 min'],
          ['Tuesday', 'Write three points, one story or picture, one action.', '60 min'],
          ['Wednesday', 'Cut a third. Read it aloud with a clock.', '40 min'],
          ['Thursday', 'Show it to someone of knowledge and to someone young.', '30 min'],
          ['Friday', 'Read it once. Come early, rested and clean.', '15 min'],
        ),
        heading('Two languages without two sermons'),
        steps(
          'Give the required parts in Arabic, slowly and correctly.',
          'Say each verse in Arabic once, then its meaning in English: a published translation, not your own on the spot.',
          'Do not translate sentence by sentence. Carry one thought in one language, the next in the other, and repeat only the main sentence in both.',
          'Put names and numbers on a slip of paper for the interpreter or the screen.',
        ),
        heading('Delivering it'),
        list(
          'Stand, greet, sit for the call to prayer. Begin when it is silent.',
          'Short sentences. Pause after a verse. Look at the last row.',
          'A microphone does not need a raised voice.',
          'A long prayer and a short sermon are a sign of understanding: see **Muslim no. 869**.',
        ),
        heading('What to leave out'),
        list(
          'Weak or unknown reports, however moving.',
          'Names of people to blame, party politics, quarrels of the mosque.',
          'Jokes at the cost of any group, and news that you have not checked.',
        ),
        heading('On the day: a card for your pocket'),
        table(
          ['Before', 'During', 'After'],
          ['wudu, water, paper, clock', 'goal sentence twice', 'thank the helpers'],
          ['microphone tested', 'one action to take home', 'listen to one criticism'],
          ['someone ready if you fall ill', 'end on time', 'file your notes with the date'],
        ),
        note(
          'And yourself',
          'The first listener is the speaker. Do the action of your sermon before you ask for it.',
        ),
      ],
    },
  ],
};
