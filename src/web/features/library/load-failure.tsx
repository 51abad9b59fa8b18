import { useEffect, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import type { QueryFailure } from './query-failure.ts';

interface LoadFailureProps {
  title: string;
  failure: QueryFailure;
  /** Asks again, and tells whether there is an answer now. */
  onRetry: () => PromiseLike<{ isSuccess: boolean }>;
  /** For a narrow place: no picture. */
  compact?: boolean;
}

/** A load that failed, never to be mistaken for an empty library; goes on by itself when the network is back. */
export function LoadFailure({ title, failure, onRetry, compact = false }: LoadFailureProps) {
  const { messages } = useI18n();
  const online = useOnline(onRetry);
  const reason = !online
    ? messages.offline
    : failure.status === 'TIMEOUT_ERROR'
      ? messages.timeout
      : messages.tryLater;
  return (
    <div role="alert" className={compact ? 'px-3.5 py-2' : 'state'}>
      {!compact && <Icon name="lamp" className="mb-4 size-20 text-brass" />}
      <p className={compact ? 'font-medium' : 'display text-2xl'}>{title}</p>
      <p className="mt-2 max-w-120 text-muted">{reason}</p>
      <button type="button" className="button button-solid mt-6" onClick={() => void onRetry()}>
        {messages.retry}
      </button>
    </div>
  );
}

/** Milliseconds before each attempt: the event comes before names and routes do, when a question still fails. */
const attemptsOnReturn = [0, 1000, 4000];

function useOnline(onReturn: LoadFailureProps['onRetry']): boolean {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const follow = async () => {
      setOnline(navigator.onLine);
      for (const wait of attemptsOnReturn) {
        await new Promise((resolve) => setTimeout(resolve, wait));
        // Without an answer it may be under way once more, for the live connection has come back too, and fail again.
        if (!navigator.onLine || (await onReturn()).isSuccess) return;
      }
    };
    // It may have come back between the first paint and this effect.
    if (navigator.onLine !== online) void follow();
    const stopping = new AbortController();
    for (const change of ['online', 'offline'])
      window.addEventListener(change, follow, { signal: stopping.signal });
    return () => stopping.abort();
  }, [online, onReturn]);
  return online;
}
