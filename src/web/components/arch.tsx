/** The mihrab of the hero: an outer arch filled with the girih pattern, a dark niche, and a hanging star. */
export function Arch({ className }: { className: string }) {
  return (
    <svg
      className={`h-auto ${className}`}
      viewBox="0 0 400 500"
      width="160"
      height="200"
      fill="none"
      aria-hidden="true"
    >
      <use href="#i-arch" />
    </svg>
  );
}

interface ArchNoticeProps {
  heading: string;
  text: string;
  /** The way on. */
  href: string;
  back: string;
}

/** What is said in place of a page that is not there. */
export function ArchNotice({ heading, text, href, back }: ArchNoticeProps) {
  return (
    <section className="hero grow" aria-labelledby="not-found-title">
      <div className="wrap flex min-h-140 flex-col items-center justify-center py-16 text-center">
        <Arch className="mb-8 w-40" />
        <h1 id="not-found-title" className="display mb-4 text-hero-small text-balance">
          {heading}
        </h1>
        <p className="mb-8 text-lg text-hero-text">{text}</p>
        <a href={href} className="button button-gold">
          {back}
        </a>
      </div>
    </section>
  );
}
