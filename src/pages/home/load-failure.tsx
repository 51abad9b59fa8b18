import { useEffect, useState } from 'react';
import { Drawing } from '#web/components/drawings.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import type { QueryFailure } from '#web/library/query-failure.ts';

interface LoadFailureProps {
  title: string;
  failure: QueryFailure;
  /** Repeats the request and returns whether it succeeded. */
  onRetry: () => PromiseLike<{ isSuccess: boolean }>;
  /** Omits the picture, for narrow spaces. */
  compact?: boolean;
}

/** A failed load, clearly different from an empty library; retries by itself when the network is back. */
export function LoadFailure({ title, failure, onRetry, compact = false }: LoadFailureProps) {
  const { messages } = useI18n();
  const online = useOnline(title, onRetry);
  const reason = !online
    ? messages.offline
    : failure.status === 'TIMEOUT_ERROR'
      ? messages.timeout
      : messages.tryLater;
  return (
    <div role="alert" className={compact ? 'px-3.5 py-2' : 'state'}>
      {!compact && <Drawing name="lamp" className="mb-4 size-20 text-brass" />}
      <p className={compact ? '[font-weight:500]' : 'display text-2xl'}>{title}</p>
      <p className="mt-2 max-w-120 text-muted">{reason}</p>
      <button type="button" className="button button-solid mt-6" onClick={() => void onRetry()}>
        {messages.retry}
      </button>
    </div>
  );
}

/** Delays of the attempts in milliseconds: the event may precede working name resolution and routes. */
const RETRY_DELAYS_MS = [0, 1000, 4000];
/** Milliseconds after the event in which a failure is still caused by the returning network. */
const RETURN_WINDOW_MS = 5000;

let returnedAt = Number.NEGATIVE_INFINITY;
/** Titles of the parts that are loading again. */
const partsRetrying = new Set<string>();
// The failure may be gone when the event arrives, because the live connection returned too and repeated the query.
globalThis.window?.addEventListener('online', () => {
  returnedAt = performance.now();
});

async function retryOnReturn(title: string, onReturn: LoadFailureProps['onRetry']): Promise<void> {
  if (partsRetrying.has(title)) return;
  partsRetrying.add(title);
  try {
    for (const wait of RETRY_DELAYS_MS) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      // Without a response the request may be running again, and fail again.
      if (!navigator.onLine || (await onReturn()).isSuccess) break;
    }
  } finally {
    partsRetrying.delete(title);
  }
}

function useOnline(title: string, onReturn: LoadFailureProps['onRetry']): boolean {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const follow = () => {
      setOnline(navigator.onLine);
      if (navigator.onLine) void retryOnReturn(title, onReturn);
    };
    // The network may have returned between the first paint and this effect.
    if (navigator.onLine !== online || performance.now() - returnedAt < RETURN_WINDOW_MS) follow();
    const stopping = new AbortController();
    for (const change of ['online', 'offline'])
      window.addEventListener(change, follow, { signal: stopping.signal });
    return () => stopping.abort();
  }, [title, online, onReturn]);
  return online;
}
