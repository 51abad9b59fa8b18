import { useI18n } from '../../i18n/i18n-context.ts';
import { usePage } from '../../page/page-facts.ts';
import { homeHref } from '../../page/view.ts';

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
