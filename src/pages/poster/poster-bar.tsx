import type { ReactNode } from 'react';
import { type Language, languageNames, otherLanguage } from '#contract/language.ts';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { posterMessages } from './messages.ts';

interface PosterBarProps {
  /** Links to other pages, each with its name. */
  links: readonly { href: string; name: string }[];
  /** The paper it needs, if it is not a single sheet. */
  hint?: string;
  /** The sheet in the other language. */
  other: string;
  /** Choices for the sheet, which work without a script: the stylesheet follows the boxes. */
  children?: ReactNode;
}

/** On the screen only: prints the sheet, changes it, and leads away from it. */
export function PosterBar({ links, hint, other, children }: PosterBarProps) {
  const { language, messages } = useI18n(posterMessages);
  const to: Language = otherLanguage(language);
  return (
    <nav className="poster-bar" aria-label={messages.bar}>
      <button type="button" className="button button-solid js-only" data-print>
        {messages.print}
      </button>
      <p className="poster-hint">{hint ?? messages.hint}</p>
      {children && <div className="poster-choices">{children}</div>}
      <p className="poster-links">
        {links.map(({ href, name }) => (
          <a key={href} href={href} className="text-link">
            {name}
          </a>
        ))}
        <a href={other} hrefLang={to} lang={to} className="language-link">
          {languageNames[to]}
        </a>
      </p>
    </nav>
  );
}

/** A box to check in the bar; `poster.css` reads its id. */
export function PosterChoice({
  id,
  checked = false,
  children,
}: {
  id: string;
  checked?: boolean;
  children: string;
}) {
  return (
    <label className="poster-choice">
      <input type="checkbox" id={id} defaultChecked={checked} autoComplete="off" /> {children}
    </label>
  );
}
