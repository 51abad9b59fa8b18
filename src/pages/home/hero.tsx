import { Arch } from '#web/components/arch.tsx';
import { Icon } from '#web/components/icon.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { usePage } from '#web/page/page-facts.ts';

export function Hero() {
  const { site } = usePage();
  const { language, messages } = useI18n();
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="wrap grid min-h-140 items-center gap-12 py-6 md:grid-cols-[1.15fr_.85fr] md:py-10">
        {/*
          Late fonts may break lines elsewhere. On a narrow screen the title breaks by its own size, not the screen's, and each
          part keeps its place: the title ends above the middle, with room for a line more than it has in its own font, the description
          begins below it, the rest stands at the foot, with room for an address of two lines.
        */}
        <div className="grid grid-rows-[minmax(14.5rem,auto)_1fr] self-stretch md:block md:self-auto">
          <div className="flex flex-col justify-end md:block">
            <p className="mb-4 text-lg font-medium text-hero-gold">{site.heroSubtitle[language]}</p>
            <h1 id="hero-title" className="display mb-5 max-w-[8em] text-hero text-balance md:max-w-none">
              {site.heroTitle[language]}
            </h1>
          </div>
          <div className="flex flex-col items-start md:block">
            <p className="mb-6 max-w-136 grow text-lg text-hero-text">{site.heroDescription[language]}</p>
            <address className="mb-6 flex min-h-[2lh] items-start gap-2.5 text-hero-muted not-italic md:mb-9 md:min-h-0">
              <Icon name="pin" className="mt-1 size-4.5" />
              <span className="sr-only">{messages.addressLabel}</span> <bdi>{site.address[language]}</bdi>
            </address>
            <a href="#library" className="button button-gold">
              {messages.explore}
            </a>
          </div>
        </div>
        <Arch className="hidden w-full max-w-100 justify-self-center md:block" />
      </div>
    </section>
  );
}
