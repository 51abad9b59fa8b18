import { useI18n } from '../../i18n/i18n-context.ts';

/** Skeletons shown while categories load (docs/rules.md#the-library-on-a-page). */
const widths = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3'];

export function CategorySkeletons() {
  const { messages } = useI18n();
  return (
    <div className="grid gap-0.5" aria-busy="true">
      <span className="sr-only">{messages.loading}</span>
      {widths.map((width) => (
        <div
          key={width}
          className="flex h-11 items-center px-3.5"
          data-slot="category-skeleton"
          aria-hidden="true"
        >
          <span className={`skeleton h-4 rounded ${width}`} />
        </div>
      ))}
    </div>
  );
}
