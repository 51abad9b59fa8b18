import { lessonHref } from '#contract/urls.ts';
import { useI18n } from '../i18n/i18n-context.ts';
import { getLang, TitleLines } from './owner-text.tsx';

/** A lesson to link to. */
export interface LessonLink {
  id: string;
  title: string;
  /** Relation to this lesson, shown above the link. */
  label?: string;
  rel?: 'prev' | 'next';
}

interface LessonLinksProps {
  /** Id of the heading. */
  id: string;
  heading: string;
  links: readonly LessonLink[];
}

/** Links to lessons below a heading; nothing if there are none. */
export function LessonLinks({ id, heading, links }: LessonLinksProps) {
  const { language } = useI18n();
  if (links.length === 0) return null;
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="lesson-heading">
        {heading}
      </h2>
      <ul className="ruled">
        {links.map((link) => (
          <li key={link.id} className="py-[0.35rem]">
            {link.label && <span className="-mb-1 block pt-1 text-sm text-muted">{link.label}</span>}{' '}
            <a
              href={lessonHref({ id: link.id, page: 1, search: '' }, language)}
              rel={link.rel}
              className="lesson-entry block py-2 [font:600_1.3125rem/1.35_var(--font-display)]"
            >
              <bdi lang={getLang(link.title, language)}>
                <TitleLines text={link.title} />
              </bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
