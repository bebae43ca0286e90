import { pages, workOrderCalls, type AlarmEntry, type Sent } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { callQuery } from '../../kit/api/api.ts';
import { may } from '../../kit/api/may.ts';
import { useAction } from '../../kit/api/use-action.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Icon } from '../../kit/ui/icon.tsx';
import { toast } from '../../kit/ui/toasts.ts';
import { orderNumber } from '../work-order-words/order-number.ts';

/**
 * Makes a work order of an alarm in one press, with level and type proposed from it, and opens its page. Where the robot has an open
 * order for this code, it leads there instead.
 */
export function AlarmWorkOrder({ alarm, name }: { alarm: AlarmEntry; name: string }) {
  const { t } = useTranslation('work-order-words');
  const navigate = useNavigate();
  const { data: proposal } = useQuery({
    ...callQuery(workOrderCalls.propose, { alarmId: alarm.id }),
    enabled: may(workOrderCalls.propose.allow),
    meta: { silent: true },
  });
  const add = useAction(workOrderCalls.add, {
    done: null,
    after: ({ id, isNew, ...made }) => {
      toast({
        tone: 'done',
        text: t(isNew ? 'fromAlarm.made' : 'fromAlarm.exists', { number: orderNumber(made) }),
      });
      void navigate(pages.workOrder({ id }));
    },
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
  const input: Sent<typeof workOrderCalls.add> = {
    ...fields,
    name: name.slice(0, 100),
    description,
    deviceId: alarm.deviceId,
    alarmId: alarm.id,
  };
  return (
    <Button icon="wrench" busy={add.isPending} onClick={() => add.mutate(input)}>
      {t('fromAlarm.make')}
    </Button>
  );
}
