import { formatAgo } from './format-ago.ts';
import { formatTimeExact, unknown } from './format.ts';
import { useNow } from './use-now.ts';

/** The elapsed time, with the full time on hover. It updates by itself. */
export function Ago({ at }: { at: string | null | undefined }) {
  const now = useNow();
  if (!at) return <span className="sl-unknown">{unknown}</span>;
  // A server clock ahead of the browser's must not show "in 2 seconds".
  return (
    <time dateTime={at} title={formatTimeExact(at)}>
      {formatAgo(at, Math.max(now, Date.parse(at)))}
    </time>
  );
}
