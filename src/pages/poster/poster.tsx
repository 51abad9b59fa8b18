import { type Language, languageNames, otherLanguage } from '#contract/language.ts';
import { langOf, OwnerText, TitleLines } from '#web/components/owner-text.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';

/** State of a poster and its links on the screen. */
export interface PosterState {
  title: string;
  /** Over the title: the category of a lesson. */
  above?: string;
  /** The imam's name. */
  name: string;
  center: string;
  /** The address as people write it. */
  address: string;
  /** The same as a QR code: how many squares it is wide, and their shape. */
  code: { size: number; path: string };
  hrefs: { back: string; other: string; category?: string };
}

/** The longer a title is, the smaller its letters, so that everything stays on one sheet. */
function lengthOf(title: string): 'short' | 'long' | 'longest' {
  return title.length <= 60 ? 'short' : title.length <= 140 ? 'long' : 'longest';
}

/** A poster for the notice board. */
export function Poster({ poster }: { poster: PosterState }) {
  const { language, messages } = useI18n(posterMessages);
  const { title, above, name, center, address, code, hrefs } = poster;
  const other = otherLanguage(language);
  return (
    <>
      <nav className="poster-bar" aria-label={messages.hint}>
        <p>{messages.hint}</p>
        <button type="button" className="button button-ghost js-only" data-print>
          {messages.print}
        </button>
        <a href={hrefs.back} className="text-link">
          {messages.back}
        </a>
        {hrefs.category !== undefined && (
          <a href={hrefs.category} className="text-link">
            {messages.ofCategory}
          </a>
        )}
        <a href={hrefs.other} hrefLang={other} lang={other} className="text-link language-link">
          {languageNames[other]}
        </a>
      </nav>
      <main id="main" className="poster" data-length={lengthOf(title)}>
        <header>
          <p className="display text-[2rem]">
            <OwnerText>{name}</OwnerText>
          </p>
          <p>
            <OwnerText>{center}</OwnerText>
          </p>
        </header>
        <div className="grid content-center gap-4 py-8 [border-block:3px_double_var(--brass)]">
          {above !== undefined && (
            <p className="text-[1.375rem] text-brass">
              <OwnerText>{above}</OwnerText>
            </p>
          )}
          <h1
            className="display text-[length:var(--title)]/[1.25] text-balance"
            dir="auto"
            lang={langOf(title, language)}
          >
            <TitleLines text={title} />
          </h1>
        </div>
        <footer className="grid gap-3 text-[1.25rem]">
          <svg
            viewBox={`-4 -4 ${code.size + 8} ${code.size + 8}`}
            width="272"
            height="272"
            role="img"
            aria-label={address}
            className="mx-auto h-auto w-[min(70%,17rem)]"
          >
            <path fill="#fff" d={`M-4-4h${code.size + 8}v${code.size + 8}h-${code.size + 8}z`} />
            <path fill="#000" d={code.path} />
          </svg>
          <p>{messages.scan}</p>
          <p className="text-[1.5rem] font-semibold" dir="ltr">
            {address}
          </p>
        </footer>
      </main>
    </>
  );
}

const english = {
  /** Title of the browser's tab; `title` is the lesson's or category's. */
  title: (title: string) => `Poster: ${title}`,
  /** Under the QR code: what to do with it. */
  scan: 'Scan to read on your phone',
  /** On the screen only: how to print the poster. */
  hint: 'This poster is for your notice board. Print it with Ctrl+P (⌘P on a Mac).',
  /** On the screen only: button that prints it. */
  print: 'Print this page',
  /** On the screen only: link to the page of the lesson or category. */
  back: 'Back',
  /** The poster of the lesson's whole category. */
  ofCategory: 'Poster for this category',
};

const arabic: typeof english = {
  title: (title) => `ملصق: ${title}`,
  scan: 'امسح الرمز بكاميرا هاتفك للقراءة',
  hint: 'ملصق للوحة الإعلانات: اطبع هذه الصفحة على ورقة واحدة من أمر الطباعة في المتصفح.',
  print: 'طباعة هذه الصفحة',
  back: 'رجوع',
  ofCategory: 'ملصق التصنيف كله',
};

export const posterMessages: Record<Language, typeof english> = { en: english, ar: arabic };
