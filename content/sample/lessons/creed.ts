import { both, type Category, heading, list, note, paragraph, steps, table } from '../lesson.ts';

export const creed: Category = {
  name: 'Creed',
  cloth: '#21466b',
  lessons: [
    {
      title: 'The six pillars of faith',
      language: 'en',
      lead: 'What a Muslim believes, in six points: the list every child learns first and every scholar returns to.',
      blocks: [
        paragraph(
          'In the well-known hadith of Jibril the Prophet, peace be upon him, was asked about faith (iman, إيمان) and answered with six things. The report is the first in the Book of Faith of **Sahih Muslim (no. 8)**. The Qur’an names the same beliefs in several places, among them **2:177**, **2:285** and **4:136**.',
        ),
        heading('The six, one by one'),
        steps(
          '**Belief in Allah.** That He exists, that He alone creates, provides and governs, that worship is due to Him alone, and that His names and attributes are perfect and like those of no creature.',
          '**Belief in His angels.** Honoured servants who never disobey Him. Some we know by name, such as Jibril and Mika’il; most we know only by their tasks.',
          '**Belief in His books.** That Allah revealed scriptures to guide people: among them the Torah, the Psalms, the Gospel and, as the last and preserved one, the Qur’an.',
          '**Belief in His messengers.** That every nation received guidance, that all prophets called to the worship of the One God, and that Muhammad, peace be upon him, is the last of them.',
          '**Belief in the Last Day.** Resurrection, the account, the scales, Paradise and the Fire: nothing done here is lost there.',
          '**Belief in the decree (qadar, قدر).** That Allah knows all things, has written them, and that nothing happens outside His will, while we choose and answer for our choices (see Qur’an 54:49 and 76:29–30).',
        ),
        heading('Faith, Islam and excellence'),
        paragraph('The same hadith asks about three levels of the religion. They belong together:'),
        table(
          ['Word', 'What it describes', 'How it shows'],
          ['Islam إسلام', 'the five outward pillars', 'in what we do'],
          ['Iman إيمان', 'the six inward pillars', 'in what we hold true'],
          ['Ihsan إحسان', 'worship with presence of heart', 'in how well we do it'],
        ),
        heading('What belief changes in a day'),
        list(
          'Who believes that Allah sees him is honest when nobody else is looking.',
          'Who believes in the decree plans with care, does his best, and is neither proud of success nor broken by loss.',
          'Who believes in the Last Day finds it easier to forgive and to return what he owes.',
        ),
        heading('Check yourself'),
        list(
          'Can you say the six pillars in order without looking?',
          'Which of them are about the unseen, and how do we know about them?',
          'Choose one pillar. What would you do differently tomorrow if you felt it more strongly?',
        ),
      ],
    },
    {
      title: 'The five pillars of Islam – أركان الإسلام الخمسة',
      language: 'en',
      lead: 'Five acts on which the practice of a Muslim stands.',
      otherLead: 'خمسة أعمال يقوم عليها إسلام المرء.',
      blocks: [
        both(
          paragraph('The five are named in one short hadith: **al-Bukhari no. 8** and **Muslim no. 16**.'),
          paragraph('جاءت هذه الأركان مجموعةً في حديث واحد: **البخاري (٨)** و**مسلم (١٦)**.'),
        ),
        both(heading('The five'), heading('الأركان')),
        both(
          steps(
            '**The two testimonies.** To witness that none has the right to be worshipped but Allah and that Muhammad is His messenger. They are the door to all the rest.',
            '**Prayer.** Five times between dawn and night; the daily meeting with Allah.',
            '**Zakah.** A fixed share of wealth above a minimum, given once a lunar year to those named in Qur’an 9:60.',
            '**Fasting Ramadan.** No food, drink or marital relations from dawn to sunset for one month.',
            '**Pilgrimage.** Once in a lifetime, for those who are able (see Qur’an 3:97).',
          ),
          steps(
            '**الشهادتان:** أن يشهد المرء أنه لا معبود بحقّ إلا الله، وأن محمدًا رسول الله، وهما باب سائر الأركان.',
            '**إقام الصلاة:** خمس صلوات ما بين الفجر والليل، وهي صلة العبد اليومية بربّه.',
            '**إيتاء الزكاة:** قدر معلوم من المال إذا بلغ النصاب، يُخرَج كل عام قمري لمن ذُكروا في سورة التوبة (٦٠).',
            '**صوم رمضان:** الإمساك عن الطعام والشراب والجماع من الفجر إلى الغروب شهرًا كاملًا.',
            '**حجّ البيت:** مرة في العمر على من استطاع (آل عمران ٩٧).',
          ),
        ),
        both(heading('Who must do what'), heading('على من تجب؟')),
        both(
          paragraph(
            'Prayer is due from every sane adult Muslim, ill or well, each as he is able. Zakah and pilgrimage wait for means; fasting waits for health and for the end of a journey. Nobody is asked for more than he can bear (Qur’an 2:286).',
          ),
          paragraph(
            'الصلاة واجبة على كل مسلم بالغ عاقل، صحيحًا كان أو مريضًا، كلٌّ بحسب قدرته. أما الزكاة والحج فمرهونان بالمال والاستطاعة، والصوم بالصحة والإقامة، ولا يكلّف الله نفسًا فوق طاقتها (البقرة ٢٨٦).',
          ),
        ),
        both(
          note(
            'A start',
            'New to prayer? Learn one prayer well and keep it; then the next. Ask your mosque for a companion.',
          ),
          note(
            'للبداية',
            'إن كنت جديدًا على الصلاة فأحسِن صلاة واحدة وحافظ عليها ثم زِد، واطلب من مسجدك رفيقًا يعينك.',
          ),
        ),
      ],
    },
    {
      title: 'Believing in the angels',
      language: 'en',
      lead: 'Who the angels are, what they do, and what it means to live in their company.',
      blocks: [
        heading('What we know of them'),
        paragraph(
          'Angels belong to the unseen: we know of them only what revelation tells. They were created from light (**Muslim no. 2996**), they have wings (Qur’an **35:1**), they do not eat or tire, and they do what they are commanded (Qur’an **66:6**). They are neither children of God nor partners with Him.',
        ),
        heading('Names and tasks'),
        table(
          ['Angel', 'Task', 'Where to read'],
          ['Jibril جبريل', 'brings revelation to the prophets', 'Qur’an 2:97'],
          [
            'Mika’il ميكائيل',
            'named beside Jibril; scholars connect him with rain and provision',
            'Qur’an 2:98',
          ],
          ['The angel of death', 'takes the souls at their appointed time', 'Qur’an 32:11'],
          ['Malik مالك', 'keeper of the Fire', 'Qur’an 43:77'],
          ['The noble writers', 'record what we say and do', 'Qur’an 82:10–12'],
          ['The bearers of the Throne', 'glorify Allah and ask forgiveness for the believers', 'Qur’an 40:7'],
        ),
        note(
          'A word of care',
          'Many stories about angels are told without a source. When you meet one, ask where it is written; what is not in the Qur’an or a sound hadith is not part of our creed.',
        ),
        heading('Living in their company'),
        list(
          'Two writers are with you. Let them have something good to write, and remember that repentance is written too.',
          'Angels attend gatherings of remembrance; come to them clean, calm and in good time.',
          'They pray for the one who sits waiting for the prayer: the quiet minutes in the mosque are not wasted.',
        ),
        heading('Check yourself'),
        list(
          'Why is belief in angels a pillar of faith, and not a detail?',
          'Name two tasks of the angels and the verse that mentions each.',
        ),
      ],
    },
    {
      title: 'مدخل إلى أسماء الله الحسنى',
      language: 'ar',
      lead: 'كيف نعرف أسماء الله تعالى، وكيف ندعوه بها، وما أثرها في حياتنا.',
      blocks: [
        paragraph(
          'أسماء الله تعالى كلّها حسنى، وقد أمرنا أن ندعوه بها (الأعراف **١٨٠**)، وذُكر جملة منها في خواتيم سورة الحشر (**٢٢–٢٤**). وفي **صحيح البخاري (٢٧٣٦)** و**صحيح مسلم (٢٦٧٧)** بيان فضل من أحصى منها تسعة وتسعين اسمًا.',
        ),
        heading('قواعد ميسّرة'),
        steps(
          '**مصدرها الوحي:** لا نسمّي الله إلا بما سمّى به نفسه في كتابه أو على لسان رسوله صلى الله عليه وسلم.',
          '**لا يماثله أحد:** قد يُوصف المخلوق بالعلم والرحمة، لكنّ علم الله ورحمته لا يشبهان علم المخلوق ورحمته (الشورى ١١).',
          '**كل اسم يدلّ على صفة:** فالعليم يدلّ على العلم، والرحيم على الرحمة، والحكيم على الحكمة.',
          '**الإحصاء أكثر من العدّ:** وهو عند العلماء حفظ الأسماء، وفهم معانيها، والعمل بمقتضاها.',
        ),
        heading('من الأسماء وآثارها'),
        table(
          ['الاسم', 'معناه بإيجاز', 'أثره في المسلم'],
          ['الرحمن الرحيم', 'ذو الرحمة الواسعة', 'لا ييأس، ويرحم الناس'],
          ['الرزّاق', 'يعطي كل حيّ رزقه', 'يسعى في الحلال مطمئنًّا'],
          ['السميع البصير', 'لا يخفى عليه قول ولا فعل', 'يراقب ربّه في السرّ والعلن'],
          ['الغفور', 'يستر الذنب ويتجاوز عنه', 'يبادر إلى التوبة ويعفو'],
          ['الحكيم', 'يضع كل شيء في موضعه', 'يرضى ويثق بتدبير الله'],
        ),
        heading('كيف ندعو بها؟'),
        paragraph(
          'يختار الداعي من الأسماء ما يناسب حاجته: فطالب المغفرة ينادي الغفور، وطالب الرزق ينادي الرزّاق. والدعاء بها يكون ثناءً وطلبًا معًا.',
        ),
        note(
          'للتطبيق',
          'اختر اسمًا واحدًا كل أسبوع: اقرأ معناه في كتاب موثوق، وادعُ به، واعمل عملًا واحدًا يوافقه.',
        ),
      ],
    },
  ],
};
