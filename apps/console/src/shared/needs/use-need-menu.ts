import { maxSnoozeDays, needCalls, type Need } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { session } from '../../kit/api/session.ts';
import { useAction } from '../../kit/api/use-action.ts';
import { formatTime } from '../../kit/format/format.ts';
import type { MenuItem } from '../../kit/list/row-menu.tsx';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The clock of the browser may be ahead of the server, which refuses more than the longest snooze. */
const maxSnoozeMs = maxSnoozeDays * dayMs - 10 * 60_000;

/** The begin of the next working day, at six. */
function tomorrow(nowMs: number): number {
  const next = new Date(nowMs);
  next.setDate(next.getDate() + 1);
  return next.setHours(6, 0, 0, 0);
}

const snoozes = [
  { key: 'hour', untilMs: (nowMs: number) => nowMs + hourMs },
  { key: 'tomorrow', untilMs: tomorrow },
  { key: 'days3', untilMs: (nowMs: number) => nowMs + 3 * dayMs },
  { key: 'days7', untilMs: (nowMs: number) => nowMs + 7 * dayMs },
  { key: 'days30', untilMs: (nowMs: number) => nowMs + maxSnoozeMs },
] as const;

interface Acts {
  onHand: () => void;
  onWhy: () => void;
}

/** The menu of a need: snooze, hand-over, and why it is in the list. */
export function useNeedMenu(
  { id, name, snoozedUntil, assigned }: Need,
  { onHand, onWhy }: Acts,
): (MenuItem | false)[] {
  const { t } = useTranslation('needs');
  const show = useAction(needCalls.snooze, { done: t('shown', { name }) });
  const snooze = useAction(needCalls.snooze, {
    done: (_answer, { until }) => t('snoozed', { name, until: formatTime(until) }),
    undo: () => show.mutate({ id, until: null }),
  });
  const take = useAction(needCalls.assign, { done: t('taken', { name }) });
  const takeBack = useAction(needCalls.assign, { done: t('takenBack', { name }) });
  // An impersonating session only reads.
  const reader = session.user();
  if (!reader || reader.viewer) return [{ key: 'why', text: t('whyHere'), icon: 'info', run: onWhy }];
  return [
    { key: 'why', text: t('whyHere'), icon: 'info', run: onWhy },
    !assigned?.mine && {
      key: 'take',
      text: t('take'),
      icon: 'hand',
      separate: true,
      run: () => take.mutate({ id, accountId: reader.userId }),
    },
    { key: 'hand', text: t('hand'), icon: 'user', separate: assigned?.mine ?? false, run: onHand },
    assigned?.handed === true && {
      key: 'takeBack',
      text: t('takeBack'),
      icon: 'undo',
      run: () => takeBack.mutate({ id, accountId: null }),
    },
    snoozedUntil !== null && {
      key: 'show',
      text: t('showAgain'),
      icon: 'seen',
      separate: true,
      run: () => show.mutate({ id, until: null }),
    },
    ...snoozes.map(({ key, untilMs }, index) => ({
      key,
      text: t(`snoozes.${key}`),
      icon: 'sleep' as const,
      separate: index === 0,
      run: () => snooze.mutate({ id, until: new Date(untilMs(Date.now())).toISOString() }),
    })),
  ];
}
