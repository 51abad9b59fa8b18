import { Arch } from './arch.tsx';

/** Notice in place of a missing page, with a link. */
export function ArchNotice({
  heading,
  text,
  href,
  back,
}: Record<'heading' | 'text' | 'href' | 'back', string>) {
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
