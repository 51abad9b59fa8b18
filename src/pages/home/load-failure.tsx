import { useSelector } from 'react-redux';
import { Drawing } from '#web/components/drawings.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { isOnline } from '#web/library/library-api.ts';
import type { QueryFailure } from '#web/library/query-failure.ts';

interface LoadFailureProps {
  title: string;
  failure: QueryFailure;
  /** Sends the request again. */
  onRetry: () => unknown;
  /** Omits the picture, for narrow spaces. */
  compact?: boolean;
}

/** Error state of a failed query. The query is sent again when the network is back (`refetchOnReconnect`). */
export function LoadFailure({ title, failure, onRetry, compact = false }: LoadFailureProps) {
  const { messages } = useI18n();
  const reason = !useSelector(isOnline)
    ? messages.offline
    : failure.status === 'TIMEOUT_ERROR'
      ? messages.timeout
      : messages.tryLater;
  return (
    <div role="alert" className={compact ? 'px-3.5 py-2' : 'state'}>
      {!compact && <Drawing name="lamp" className="mb-4 size-20 text-brass" />}
      <p className={compact ? '[font-weight:500]' : 'display text-2xl'}>{title}</p>
      <p className="mt-2 max-w-120 text-muted">{reason}</p>
      <button type="button" className="button button-solid mt-6" onClick={onRetry}>
        {messages.retry}
      </button>
    </div>
  );
}
