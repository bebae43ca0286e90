import { formatAgo } from './format-ago.ts';
import { formatTime, unknown } from './format.ts';
import { useNow } from './use-now.ts';

/** How long ago, with the full time on hover; it keeps up by itself. */
export function Ago({ at }: { at: string | null | undefined }) {
  const now = useNow();
  if (!at) return <span className="sl-unknown">{unknown}</span>;
  // A clock that runs ahead of ours must not say "in 2 seconds".
  return (
    <time dateTime={at} title={formatTime(at)}>
      {formatAgo(at, Math.max(now, Date.parse(at)))}
    </time>
  );
}
