import { usePage } from '../../app/page-context.ts';
import { useI18n } from '../../i18n/i18n-context.ts';
import type { Language } from '../../i18n/language.ts';
import { defaultView, viewHref } from '../library/view.ts';

export function homeHref(language: Language): string {
  return viewHref(defaultView, language);
}

/** The links of the header and of the menu sheet. */
export function NavLinks({ className, linkClassName }: { className: string; linkClassName: string }) {
  const { route } = usePage();
  const { language, messages } = useI18n();
  const home = homeHref(language);
  return (
    <ul className={className}>
      <li>
        <a href={home} className={linkClassName} aria-current={route === 'home' ? 'page' : undefined}>
          {messages.navHome}
        </a>
      </li>
      <li>
        <a href={route === 'home' ? '#library' : `${home}#library`} className={linkClassName}>
          {messages.navLibrary}
        </a>
      </li>
    </ul>
  );
}
