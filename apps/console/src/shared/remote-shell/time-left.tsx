import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../kit/format/format.ts';

const tickMs = 1_000;
/** Times at which the rest is announced to screen readers, in seconds. */
const announced = [300, 60];

/** How long a shell still runs, by the server's clock. */
export function TimeLeft({ endsAt, serverAheadMs }: { endsAt: string; serverAheadMs: number }) {
  const { t } = useTranslation('remote-shell');
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((Date.parse(endsAt) - nowMs - serverAheadMs) / 1000));
  const isShort = seconds <= announced[1]!;
  const last = announced.findLast((limit) => seconds <= limit);
  return (
    <>
      <span className="sh-left" role="timer" aria-live="off" data-short={isShort || undefined}>
        {t('left', { time: formatDuration(seconds) })}
      </span>
      <span className="sl-sr-only" aria-live="polite">
        {last !== undefined && t('left', { time: formatDuration(last) })}
      </span>
    </>
  );
}
