import { deviceCalls, pages, workOrderStates, type WorkOrderDetail } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../../kit/api/may.ts';
import { formatTime } from '../../../../kit/format/format.ts';
import { RowMenu } from '../../../../kit/list/row-menu.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { useWorkOrderWords } from '../../../../shared/work-order-words/use-work-order-words.ts';
import { useOrderKeys } from '../use-order-keys.ts';
import { actsOn, OrderActDialog, useActWord, useOrderMenu, type OrderAct } from '../work-order-acts.tsx';
import { OrderLevel } from '../../../../shared/work-order-words/order-level.tsx';
import { orderNumber } from '../../../../shared/work-order-words/order-number.ts';
import { dueOf, OrderDue } from '../work-order-state.tsx';

/** Acts with a button; the others are in the menu behind it. */
const buttons: readonly OrderAct[] = ['dispatch', 'resolve', 'continue', 'wait', 'reopen'];

/** What it is, where it stands, and what can be done. */
export function WorkOrderHead({ order }: { order: WorkOrderDetail }) {
  const [act, setAct] = useState<OrderAct | null>(null);
  useOrderKeys(order, setAct);
  const wordOf = useActWord();
  const { word } = useWorkOrderWords();
  const menu = useOrderMenu(order, setAct);
  const offered = actsOn(order).filter((each) => buttons.includes(each));
  // What comes next in the life of the order is the main act.
  const main = order.state === 'SUBMITTED' ? 'dispatch' : order.waiting ? 'continue' : 'resolve';
  const { device, site, companyName, name, type, waiting, isLate } = order;
  const hasDue = dueOf(order) !== null || waiting !== null || isLate;
  return (
    <header className="order-head">
      <div className="order-head-line">
        <div>
          <small>{orderNumber(order)}</small>
          <h1>{name}</h1>
          <p>
            {word('type', type)}
            {device && ' · '}
            {device &&
              (device.id !== null && may(deviceCalls.detail.allow) ? (
                <Link to={pages.device({ id: device.id })}>{device.name}</Link>
              ) : (
                device.name
              ))}
            {[site?.name, companyName].filter(Boolean).map((place) => ` · ${place}`)}
          </p>
          <div className="order-marks">
            <OrderLevel {...order} />
            {hasDue && <OrderDue order={order} />}
          </div>
        </div>
        <div className="sl-page-actions">
          {offered.map((each) => (
            <Button key={each} look={each === main ? 'main' : 'plain'} onClick={() => setAct(each)}>
              {wordOf(each, order)}
            </Button>
          ))}
          <RowMenu label={name} items={menu.filter(({ key }) => !buttons.includes(key as OrderAct))} />
        </div>
      </div>
      <Steps order={order} />
      {act && <OrderActDialog act={act} order={order} onClose={() => setAct(null)} />}
    </header>
  );
}

/** The states in their order, with the time of each that was reached. */
function Steps({ order }: { order: WorkOrderDetail }) {
  const { t } = useTranslation('service/orders');
  const { word } = useWorkOrderWords();
  const { state, submittedAt, dispatchedAt, resolvedAt, resolution, waiting, reopenedCount } = order;
  const times = { SUBMITTED: submittedAt, PROCESSING: dispatchedAt, RESOLVED: resolvedAt };
  const notes = {
    SUBMITTED: '',
    PROCESSING: waiting
      ? word('waiting', waiting.for)
      : reopenedCount > 0
        ? t('reopenedTimes', { count: reopenedCount })
        : '',
    RESOLVED: resolution ? word('resolution', resolution) : '',
  };
  const at = workOrderStates.indexOf(state);
  return (
    <ol className="order-steps" aria-label={t('state')}>
      {workOrderStates.map((step, index) => {
        const isReached = index <= at && times[step] !== null;
        return (
          <li
            key={step}
            data-reached={isReached}
            {...(step === state && { 'aria-current': 'step' as const })}
          >
            <span className="order-step-mark">
              <Icon
                name={isReached && step !== state ? 'check' : step === state ? 'dot' : 'ring'}
                size={16}
              />
            </span>
            <strong>{word('state', step)}</strong>
            <small>{isReached && formatTime(times[step])}</small>
            {isReached && notes[step] && <small>{notes[step]}</small>}
          </li>
        );
      })}
    </ol>
  );
}
