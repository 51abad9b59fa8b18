import type { ReactNode } from 'react';
import { directionOf, type Language, languageNames, otherLanguage } from '#contract/language.ts';
import { getLang, TitleLines } from '#web/components/owner-text.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import type { PosterState } from './load.server.ts';
import { posterMessages } from './messages.ts';

/** Number of tear-off strips along the lower edge. */
const STRIP_COUNT = 9;

/** A poster for the notice board: an arch with the title and a QR code, and strips to tear off. */
export function Poster({ poster }: { poster: PosterState }) {
  const { language, messages } = useI18n(posterMessages);
  const { title, titleSize, category, name, center, address, code, hrefs } = poster;
  const pathStart = address.indexOf('/');
  return (
    <>
      <PosterBar
        links={[
          { href: hrefs.back, name: messages.back },
          ...(hrefs.category ? [{ href: hrefs.category, name: messages.ofCategory }] : []),
          { href: hrefs.library, name: messages.ofLibrary },
        ]}
        otherLanguageHref={hrefs.otherLanguage}
      >
        <PosterChoice id="poster-both" checked>
          {messages.both}
        </PosterChoice>
        <PosterChoice id="poster-strips" checked>
          {messages.strips}
        </PosterChoice>
        <PosterChoice id="poster-ink">{messages.ink}</PosterChoice>
      </PosterBar>
      <main id="main" className="poster">
        <svg width="0" height="0" className="drawings" aria-hidden="true">
          <symbol id="qr" viewBox={`0 0 ${code.size} ${code.size}`}>
            <path d={code.path} />
          </symbol>
        </svg>
        <header className="poster-head">
          <InBothLanguages>{(lang) => <Owner name={name[lang]} center={center[lang]} />}</InBothLanguages>
        </header>
        <div className="poster-frame">
          <Frame />
          <div className="poster-title">
            {category && (
              <p className="poster-category">
                <InBothLanguages texts={category}>{(lang) => category[lang]}</InBothLanguages>
              </p>
            )}
            <h1 className="display" data-size={titleSize} dir="auto" lang={getLang(title, language)}>
              <TitleLines text={title} />
            </h1>
          </div>
          <div className="poster-qr">
            <svg viewBox="0 0 100 124" fill="#fff" aria-hidden="true">
              <path className="poster-gold" d="M2 126V48C2 30 26 20 50 3c24 17 48 27 48 45v78" />
            </svg>
            <svg className="poster-code" role="img" aria-label={address}>
              <use href="#qr" />
            </svg>
          </div>
        </div>
        <div className="poster-foot">
          <p className="poster-address" dir="ltr">
            {address}
          </p>
          <p className="poster-scan">
            <InBothLanguages>{(lang) => posterMessages[lang].scan}</InBothLanguages>
          </p>
        </div>
        <div className="poster-strips" aria-hidden="true">
          {Array.from({ length: STRIP_COUNT }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the strips are identical and never move.
            <div key={index} className="poster-strip">
              <svg aria-hidden="true">
                <use href="#qr" />
              </svg>
              <p>
                <b className="display">
                  <TitleLines text={title} />
                </b>
                <span dir="ltr">{address.slice(0, pathStart)}</span>
                <span dir="ltr">{address.slice(pathStart)}</span>
              </p>
            </div>
          ))}
        </div>
      </main>
    </>
  );
}

interface InBothLanguagesProps {
  /** The text in each language; shown once if both are the same. */
  texts?: Record<Language, string>;
  children: (language: Language) => ReactNode;
}

/** Renders content in the page's language, then in the other one, which the stylesheet hides unless "Both languages" is checked. */
export function InBothLanguages({ texts, children }: InBothLanguagesProps) {
  const { language } = useI18n();
  const secondLanguage = otherLanguage(language);
  const isSame = texts !== undefined && texts[language] === texts[secondLanguage];
  return (
    <>
      <span>{children(language)}</span>{' '}
      {!isSame && (
        <span lang={secondLanguage} dir={directionOf(secondLanguage)} className="poster-other">
          {children(secondLanguage)}
        </span>
      )}
    </>
  );
}

export function Owner({ name, center }: Record<'name' | 'center', string>) {
  return (
    <>
      <b className="display">{name}</b> <span>{center}</span>
    </>
  );
}

/** The ornament around the arch. Its lower part is straight, so that the ornament can be cropped at any height. */
function Frame() {
  return (
    <svg viewBox="0 0 360 480" preserveAspectRatio="xMidYMin slice" fill="none" aria-hidden="true">
      <pattern id="girih" width="96" height="96" patternUnits="userSpaceOnUse">
        <path
          stroke="#e7d3a4"
          strokeWidth="1.4"
          d="M48 4 61 17h18v18l13 13-13 13v18H61L48 92 35 79H17V61L4 48l13-13V17h18ZM0 0l17 17M96 0 79 17M0 96l17-17M96 96 79 79M48 4V-8M48 92v12M4 48H-8M92 48h12M48 24l7 7h10v10l7 7-7 7v10H55l-7 7-7-7H31V55l-7-7 7-7V31h10Z"
        />
      </pattern>
      <path className="poster-wall" d="M0 0h360v480H0z" />
      <path className="poster-girih" fill="url(#girih)" transform="scale(0.6)" d="M0 0h600v800H0z" />
      <path className="poster-gold" strokeWidth="1.5" d="M8 480V8h344v472" />
      <path className="poster-niche" d="M36 480V186C36 114 96 80 180 20c84 60 144 94 144 166v294" />
      <path
        className="poster-gold"
        strokeWidth="3"
        d="M36 480V186C36 114 96 80 180 20c84 60 144 94 144 166v294"
      />
      <path className="poster-line" d="M46 480V188C46 120 102 88 180 34c78 54 134 86 134 154v292M180 34v20" />
      <use className="poster-star" href="#i-star" x="160" y="52" width="40" height="40" />
    </svg>
  );
}

interface PosterBarProps {
  /** Links to other pages, each with its name. */
  links: readonly { href: string; name: string }[];
  /** Describes the paper, if it is not a single sheet. */
  hint?: string;
  /** Address of the sheet in the other language. */
  otherLanguageHref: string;
  /** Checkboxes; the stylesheet changes the sheet by their state, without a script. */
  children?: ReactNode;
}

/** Controls above the sheet, on the screen only: print, options, and links to other pages. */
export function PosterBar({ links, hint, otherLanguageHref, children }: PosterBarProps) {
  const { language, messages } = useI18n(posterMessages);
  const targetLanguage: Language = otherLanguage(language);
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
        <a href={otherLanguageHref} hrefLang={targetLanguage} lang={targetLanguage} className="language-link">
          {languageNames[targetLanguage]}
        </a>
      </p>
    </nav>
  );
}

/** A checkbox in the bar. `poster.css` refers to its id. */
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
