import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n-context.ts';
import { usePage } from '../../page/page-facts.ts';

export function Footer({ languageSwitch }: { languageSwitch: ReactNode }) {
  const { site, year } = usePage();
  const { language, messages } = useI18n();
  return (
    <footer className="border-t border-line">
      <div className="wrap flex flex-col items-start justify-between gap-4 py-6 text-sm text-muted sm:flex-row sm:items-center">
        <p>
          © <bdi>{year}</bdi> <bdi>{site.preacherName[language]}</bdi>. {messages.rights}
        </p>
        {languageSwitch}
      </div>
    </footer>
  );
}
