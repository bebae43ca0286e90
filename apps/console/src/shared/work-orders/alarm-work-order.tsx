import { pages, workOrderCalls, type AlarmEntry } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { callQuery } from '../../kit/api/api.ts';
import { may } from '../../kit/api/may.ts';
import { lazyPart } from '../../kit/api/chunks.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Icon } from '../../kit/ui/icon.tsx';
import { orderNumber } from '../work-order-words/order-number.ts';

const AlarmOrderDialog = lazy(() =>
  lazyPart(() => import('./alarm-order-dialog.tsx').then((m) => m.AlarmOrderDialog)),
);

/** Offers a work order of an alarm, with level and type proposed from it. An open order for its robot and code is opened instead. */
export function AlarmWorkOrder({ alarm, name }: { alarm: AlarmEntry; name: string }) {
  const { t } = useTranslation('work-order-words');
  const [isOpen, setOpen] = useState(false);
  const { data: proposal } = useQuery({
    ...callQuery(workOrderCalls.propose, { alarmId: alarm.id }),
    enabled: may(workOrderCalls.propose.allow),
    meta: { silent: true },
  });
  if (!proposal)
    // Keeps the place of the button, so that the others do not move.
    return may(workOrderCalls.propose.allow) ? (
      <span className="sl-button sl-button-plain" aria-hidden="true">
        <Icon name="wrench" size={16} />
        {t('fromAlarm.make')}
      </span>
    ) : null;
  const { open, isSuggested: _isSuggested, ...fields } = proposal;
  if (open)
    return may(workOrderCalls.detail.allow) ? (
      <Link
        className="sl-button sl-button-plain"
        to={pages.workOrder({ id: open.id })}
        title={orderNumber(open)}
      >
        {t('fromAlarm.open')}
      </Link>
    ) : null;
  // The robot's own text adds to the name only where it says something else.
  const own = alarm.description === alarm.name ? '' : alarm.description;
  const description = [name, own].filter(Boolean).join('. ');
  const initial = {
    ...fields,
    name: name.slice(0, 100),
    description,
    deviceId: alarm.deviceId,
    alarmId: alarm.id,
  };
  return (
    <>
      <Button icon="wrench" onClick={() => setOpen(true)}>
        {t('fromAlarm.make')}
      </Button>
      {isOpen && (
        <Suspense>
          <AlarmOrderDialog initial={initial} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
