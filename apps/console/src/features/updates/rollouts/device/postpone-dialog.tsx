import { deviceUpdateCalls, otaTaskRules, type OtaRecord } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../kit/api/use-action.ts';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import { DateInput } from '../../../../kit/form/date-input.tsx';
import { Refusal } from '../../../../kit/form/refusal.tsx';
import { clockOf, dayOf, momentAt } from '../../../../kit/format/days.ts';
import { formatTime } from '../../../../kit/format/format.ts';
import { useNow } from '../../../../kit/format/use-now.ts';
import { Segments } from '../../../../kit/ui/segments.tsx';

interface Props {
  record: OtaRecord;
  onClose: () => void;
}

const dayMs = 86_400_000;
const choices = ['1', '3', '7', '14'] as const;
type Choice = (typeof choices)[number];

const fieldOf = (at: string) => `${dayOf(at)}T${clockOf(at)}`;

/** Postpones an update by days, or until a chosen moment. */
export function PostponeDialog({ record: { id, toVersion, since, startedAt }, onClose }: Props) {
  const { t } = useTranslation('updates/rollouts');
  const { t: kit } = useTranslation('kit');
  const now = useNow();
  const [days, setDays] = useState<Choice | ''>('3');
  const [own, setOwn] = useState<string>();
  // The server counts the longest time from the begin, not from now.
  const lastMs = Date.parse(startedAt ?? since) + otaTaskRules.maxPostponeDays * dayMs;
  const after = (count: number) => new Date(Math.min(now + count * dayMs, lastMs)).toISOString();
  const until = days === '' ? (own ?? after(1)) : after(Number(days));
  const action = useAction(deviceUpdateCalls.postpone, {
    done: ({ postponedUntil }) => t('device.postponed', { when: formatTime(postponedUntil) }),
    after: onClose,
    silent: true,
  });
  return (
    <Dialog
      open
      title={t('device.postponeTitle', { version: toVersion })}
      okText={t('device.postpone')}
      cancelText={kit('cancel')}
      confirmLoading={action.isPending}
      onOk={() => action.mutate({ id, until })}
      onCancel={onClose}
      width={440}
    >
      <div className="updates-postpone">
        <p>{t('device.postponeHint', { days: otaTaskRules.maxPostponeDays })}</p>
        <Segments<Choice | ''>
          label={t('device.postpone')}
          value={days}
          onlyWay
          options={choices.map((value) => ({ value, text: t('device.days', { count: Number(value) }) }))}
          onChange={setDays}
        />
        <DateInput
          kind="moment"
          clearable={false}
          aria-label={t('device.until')}
          value={fieldOf(until)}
          min={fieldOf(new Date(now).toISOString())}
          max={fieldOf(new Date(lastMs).toISOString())}
          onChange={(next) => {
            const [day = '', clock = ''] = next.split('T');
            setDays('');
            setOwn(momentAt(day, clock));
          }}
        />
        <p role="status">{t('device.postponeUntil', { when: formatTime(until) })}</p>
        <Refusal error={action.error} />
      </div>
    </Dialog>
  );
}
