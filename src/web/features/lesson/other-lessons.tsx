import { OwnerText } from '../../components/owner-text.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { lessonMessages } from '../../i18n/lesson-messages.ts';
import { lessonHref } from '../../page/lesson-href.ts';
import type { LessonLink, LessonState } from './lesson-state.ts';

/** The way to other lessons: those beside this one in its category, and those that share its rare words. */
export function OtherLessons({ lesson: { before, after, related } }: { lesson: LessonState }) {
  const { language } = useI18n();
  const messages = lessonMessages[language];
  return (
    <>
      {(before || after) && (
        <nav aria-labelledby="neighbours" className="other-lessons">
          <h2 id="neighbours" className="display">
            {messages.neighbours}
          </h2>
          <ul>
            {before && (
              <li>
                <span className="text-muted">{messages.before}</span> <Title link={before} rel="prev" />
              </li>
            )}
            {after && (
              <li>
                <span className="text-muted">{messages.after}</span> <Title link={after} rel="next" />
              </li>
            )}
          </ul>
        </nav>
      )}
      {related.length > 0 && (
        <nav aria-labelledby="related" className="other-lessons">
          <h2 id="related" className="display">
            {messages.related}
          </h2>
          <ul>
            {related.map((link) => (
              <li key={link.id}>
                <Title link={link} />
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}

function Title({ link: { id, title }, rel }: { link: LessonLink; rel?: 'prev' | 'next' }) {
  const { language } = useI18n();
  return (
    <a href={lessonHref({ id, page: 1, search: '' }, language)} rel={rel} className="other-lesson">
      <OwnerText>{title}</OwnerText>
    </a>
  );
}
