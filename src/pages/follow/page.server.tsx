import { renderToStaticMarkup } from 'react-dom/server';
import { isolate, type Language, mapLanguages } from '#contract/language.ts';
import { catalogPath, defaultView, feedPaths, followHref, localHref, viewHref } from '#contract/urls.ts';
import type { LessonList } from '#site/lesson-list.ts';
import { shownCategoryName } from '#site/site-facts.ts';
import { type LessonLink, LessonLinks } from '#web/components/lesson-links.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { fileTitle } from '#web/page/file-facts.ts';
import type { PageFacts } from '#web/page/page-facts.ts';
import { type RenderedPage, StaticApp } from '../rendered-page.server.tsx';

const english = {
  /** Heading; `category` is absent for the whole library. */
  heading: (category?: string) =>
    category === undefined ? 'Follow new lessons' : `Follow new lessons in ${isolate(category)}`,
  /** Explains the feed's address, which is shown below. */
  text: 'A feed reader shows you each new lesson, without an account or an e-mail address. Copy this address and paste it into your reader, such as Feedly, NetNewsWire or Thunderbird.',
  address: 'Address to follow (RSS)',
  copy: 'Copy address',
  copied: 'Address copied.',
  notCopied: 'Copying failed. Select the address and copy it yourself.',
  /** Heading of the lessons that a feed reader would show first. */
  newest: 'Newest lessons',
  /** Introduces the address of the OPDS catalog. */
  books: 'E-book readers such as KOReader use this address:',
  /** Link to the library, or to the category of the feed. */
  back: (category?: string) =>
    category === undefined ? 'Back to the library' : `Back to ${isolate(category)}`,
};

const arabic: typeof english = {
  heading: (category) =>
    category === undefined ? 'تابع جديد الدروس' : `تابع جديد التصنيف «${isolate(category)}»`,
  text: 'تعرض لك تطبيقات المتابعة (RSS) كل درس جديد، بلا حساب ولا بريد إلكتروني. انسخ هذا العنوان وألصقه في تطبيقك، مثل Feedly أو NetNewsWire أو Thunderbird.',
  address: 'عنوان المتابعة (RSS)',
  copy: 'نسخ العنوان',
  copied: 'تم نسخ العنوان.',
  notCopied: 'تعذّر النسخ. حدّد العنوان وانسخه يدويًا.',
  newest: 'أحدث الدروس',
  books: 'في تطبيقات الكتب الإلكترونية مثل KOReader استعمل هذا العنوان:',
  back: (category) =>
    category === undefined ? 'العودة إلى المكتبة' : `العودة إلى التصنيف «${isolate(category)}»`,
};

const followMessages: Record<Language, typeof english> = { en: english, ar: arabic };

interface FollowState extends PageFacts {
  category?: { id: string; name: string };
  lessons: LessonLink[];
}

/** Maximum number of lessons on the page. */
const MAX_LESSONS = 5;

/** Loads the newest lessons of the library or a category; undefined if there is no such category. */
export async function loadFollowState(
  list: LessonList,
  facts: PageFacts,
  categoryId: string | undefined,
  language: Language,
): Promise<FollowState | undefined> {
  const category = categoryId === undefined ? undefined : await list.category(categoryId);
  if (categoryId !== undefined && !category) return undefined;
  const { rows } = await list.lessons({ language, order: 'newest', categoryId, limit: MAX_LESSONS });
  return {
    ...facts,
    ...(category && { category: { id: category.$id, name: shownCategoryName(category, language) } }),
    lessons: rows.map(({ $id, fileName }) => ({ id: $id, title: fileTitle(fileName) })),
  };
}

/** Renders a page that explains a feed and shows its address, because browsers show only the source of a feed. */
export function renderFollowPage(state: FollowState, language: Language): RenderedPage {
  const { category, site } = state;
  const heading = followMessages[language].heading(category?.name);
  return {
    kind: 'lesson',
    app: renderToStaticMarkup(
      <StaticApp page={state} href={(lang) => followHref(lang, category?.id)} language={language}>
        <Follow state={state} />
      </StaticApp>,
    ),
    head: {
      title: `${heading} – ${site.preacherName[language]}`,
      description: followMessages[language].text,
      hrefs: mapLanguages((lang) => followHref(lang, category?.id)),
      isUnlisted: true,
    },
  };
}

function Follow({ state: { category, lessons, origin } }: { state: FollowState }) {
  const { language, messages } = useI18n(followMessages);
  const parameters = category && { category: category.id };
  const backHref = viewHref({ ...defaultView, categoryId: category?.id }, language);
  return (
    <section
      className="wrap grid max-w-176 grid-cols-[minmax(0,1fr)] gap-5 py-10 wrap-anywhere"
      aria-labelledby="follow-title"
    >
      <h1 id="follow-title" className="display text-[clamp(2rem,4.2vw,3.2rem)]/[1.15] text-balance">
        {messages.heading(category?.name)}
      </h1>
      <p>{messages.text}</p>
      <div className="panel flex flex-wrap items-center gap-3 rounded-2xl p-[1.1rem]">
        <label className="grid w-full gap-1">
          <span className="text-sm text-muted">{messages.address}</span>{' '}
          <input
            readOnly
            dir="ltr"
            value={origin + localHref(feedPaths.atom, language, parameters)}
            className="field w-full px-3 text-[max(1rem,16px)] text-ellipsis"
          />
        </label>{' '}
        <button type="button" className="button button-solid js-only print:hidden" data-copy>
          {messages.copy}
        </button>
        <p role="status" data-copied={messages.copied} data-not-copied={messages.notCopied} />
      </div>
      <LessonLinks id="newest" heading={messages.newest} links={lessons} />
      <p className="text-muted">
        {messages.books} <bdi dir="ltr">{origin + localHref(catalogPath('atom'), language)}</bdi>
      </p>
      <p>
        <a href={`${backHref}#library`} className="text-link">
          {messages.back(category?.name)}
        </a>
      </p>
    </section>
  );
}
