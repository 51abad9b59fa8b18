import { BookCover } from '../../components/book-cover.tsx';
import { coverCloth } from '../../components/cover-cloth.ts';
import { OwnerText } from '../../components/owner-text.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { defaultView, viewHref } from '../../page/view.ts';
import { CategoryNews } from './category-news.tsx';
import { LessonActions } from './lesson-actions.tsx';
import { LessonContents } from './lesson-contents.tsx';
import { LessonFacts } from './lesson-facts.tsx';
import { LessonReader } from './lesson-reader.tsx';
import type { LessonState } from './lesson-state.ts';
import { OtherLessons } from './other-lessons.tsx';
import { PageText } from './page-text.tsx';
import { ResumeNote } from './resume-note.tsx';

/** A lesson: what is known of it, one of its pages to read, and the way to others. */
export function Lesson({ lesson }: { lesson: LessonState }) {
  const { language } = useI18n();
  const { title, category, contents, reading } = lesson;
  const { categoryName } = category;
  const categoryHref = viewHref({ ...defaultView, categoryId: category.$id }, language);
  return (
    <article
      className="wrap lesson"
      data-lesson={reading.id}
      data-page={reading.page}
      data-pages={lesson.pages}
    >
      <header className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[7rem_minmax(0,1fr)] md:gap-8 lg:col-span-full print:block">
        <div className="hidden md:block print:hidden [&_.cover]:h-40">
          <BookCover cloth={coverCloth(categoryName)} />
        </div>
        <div>
          <p>
            <a href={`${categoryHref}#library`} className="text-link">
              <OwnerText>{categoryName}</OwnerText>
            </a>
          </p>
          <h1 className="display mt-[0.35rem] mb-4 text-[clamp(2rem,4.2vw,3.2rem)]/[1.15] text-balance wrap-anywhere print:mt-0 print:mb-[3mm] print:pe-[35mm] print:text-[18pt]">
            <OwnerText>{title}</OwnerText>
          </h1>
          <LessonFacts lesson={lesson} />
          <LessonActions lesson={lesson} />
        </div>
      </header>
      <LessonReader lesson={lesson} />
      <div className="lesson-aside flex flex-col gap-6 lg:pt-4 print:hidden">
        {lesson.pageSize && <PageText lesson={lesson} />}
        {contents.length > 0 && <LessonContents contents={contents} reading={reading} />}
        <OtherLessons lesson={lesson} />
        <CategoryNews categoryId={category.$id} />
      </div>
      {lesson.pageSize && <ResumeNote />}
    </article>
  );
}
