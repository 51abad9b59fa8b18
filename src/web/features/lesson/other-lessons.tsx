import { OwnerText } from '../../components/owner-text.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { lessonMessages } from '../../i18n/lesson-messages.ts';
import { lessonHref } from '../../page/lesson-href.ts';
import type { LessonLink, LessonState } from './lesson-state.ts';

interface NamedLink extends LessonLink {
  /** What it is to this lesson. */
  name?: string;
  rel?: 'prev' | 'next';
}

/** The way to other lessons: those beside this one in its category, and those that share its rare words. */
export function OtherLessons({ lesson: { before, after, related } }: { lesson: LessonState }) {
  const { messages } = useI18n(lessonMessages);
  const beside: (NamedLink | undefined)[] = [
    before && { ...before, name: messages.before, rel: 'prev' },
    after && { ...after, name: messages.after, rel: 'next' },
  ];
  return (
    <>
      <Links
        id="neighbours"
        heading={messages.neighbours}
        links={beside.filter((link) => link !== undefined)}
      />
      <Links id="related" heading={messages.related} links={related} />
    </>
  );
}

function Links({ id, heading, links }: { id: string; heading: string; links: readonly NamedLink[] }) {
  const { language } = useI18n();
  if (links.length === 0) return null;
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="display">
        {heading}
      </h2>
      <ul className="ruled">
        {links.map((link) => (
          <li key={link.id} className="py-[0.6rem]">
            {link.name && <span className="block text-[0.8125rem] text-muted">{link.name}</span>}{' '}
            <a
              href={lessonHref({ id: link.id, page: 1, search: '' }, language)}
              rel={link.rel}
              className="lesson-entry block py-1 [font:600_1.3125rem/1.35_var(--font-display)]"
            >
              <OwnerText>{link.title}</OwnerText>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
