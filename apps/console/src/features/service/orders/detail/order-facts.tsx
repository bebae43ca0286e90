import { alarmCalls, pages, type WorkOrderDetail } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../../kit/api/may.ts';
import { formatTime, unknown } from '../../../../kit/format/format.ts';
import { readerZone } from '../../../../kit/format/reader.ts';
import { formatSpanIn, zoneHint } from '../../../../kit/format/zone-time.ts';
import { useWorkOrderWords } from '../../../../shared/work-order-words/use-work-order-words.ts';
import { useWords } from '../../../../shared/words/use-words.ts';
import { OrderDevice } from '../list/use-work-order-columns.tsx';
import { OrderPublisher, PhoneLink } from '../work-order-state.tsx';
import { usePersonName } from '../../../../shared/people/use-person-name.ts';

/** Who, where and when. */
export function OrderFacts({ order }: { order: WorkOrderDetail }) {
  const { t } = useTranslation('service/orders');
  const { word } = useWorkOrderWords();
  const personName = usePersonName();
  const { device, site, companyName, alarm, assignee, contactNumber, publisher } = order;
  const rows: [key: string, title: string, value: ReactNode][] = [
    ['assignee', t('assignee'), assignee ? personName(assignee) : t('unassigned')],
    ['number', t('contactNumber'), <PhoneLink key="number" number={contactNumber} />],
    ['appointment', t('appointment'), <Appointment key="appointment" order={order} />],
    ['device', t('robot'), device ? <OrderDevice key="device" device={device} /> : unknown],
    ['model', t('model'), device?.model || unknown],
    ['site', t('site'), site?.name ?? unknown],
    ['company', t('company'), companyName],
    ['alarm', t('alarm'), alarm ? <OrderAlarm key="alarm" alarm={alarm} /> : unknown],
    ['publisher', t('publisher'), <OrderPublisher key="publisher" {...order} />],
    ...(publisher
      ? [['origin', t('origin'), word('origin', order.origin)] as [string, string, ReactNode]]
      : []),
    ['submitted', t('submittedAt'), formatTime(order.submittedAt)],
    ['updated', t('updatedAt'), formatTime(order.updatedAt)],
  ];
  return (
    <dl className="order-facts">
      {rows.map(([key, title, value]) => (
        <div key={key}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function OrderAlarm({ alarm: { id, code } }: { alarm: NonNullable<WorkOrderDetail['alarm']> }) {
  const { word } = useWords();
  const name = `${word('alarm', code)} · ${code}`;
  return may(alarmCalls.detail.allow) ? <Link to={pages.alarm({ id })}>{name}</Link> : <>{name}</>;
}

/** The visit in the time of the site. */
function Appointment({ order: { appointment, site } }: { order: WorkOrderDetail }) {
  if (!appointment) return <span className="sl-unknown">{unknown}</span>;
  const zone = site?.timezone ?? readerZone();
  const { from, until } = appointment;
  return <span title={zoneHint(from, zone)}>{formatSpanIn(from, until, zone)}</span>;
}
