import { workOrderCalls, type Technician } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { formatWay } from '../../../../kit/format/format-unit.ts';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';

interface Props {
  orderId: string;
  /** Given by the form. */
  value?: string;
  onChange?: (id: string) => void;
}

/** The people who can get the order, the best choice first, each with the reason for its place. */
export function TechnicianField({ orderId, value, onChange }: Props) {
  const { t } = useTranslation('service/orders');
  const form = Form.useFormInstance();
  const name = useId();
  const [keyword, search] = useState('');
  const { data, error, refetch } = useQuery({
    ...callQuery(workOrderCalls.technicians, { id: orderId, pageSize: 50, ...(keyword && { keyword }) }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={3} />;
  const choose = ({ id, phone }: Technician) => {
    onChange?.(id);
    // The number of the account; it can be changed for this order.
    form.setFieldValue('contactNumber', phone);
  };
  return (
    <div className="order-technicians">
      {(data.total > 6 || keyword !== '') && (
        <input
          className="sl-input"
          type="search"
          aria-label={t('searchPerson')}
          placeholder={t('searchPerson')}
          value={keyword}
          onChange={(event) => search(event.target.value)}
        />
      )}
      <div role="radiogroup" aria-label={t('assignee')}>
        {data.list.map((person, index) => (
          <label key={person.id}>
            <input type="radio" name={name} checked={person.id === value} onChange={() => choose(person)} />
            <strong>{person.name}</strong>
            <small>
              {person.companyName}
              {index === 0 && keyword === '' && data.total > 1 && ` · ${t('bestChoice')}`}
            </small>
            <small>
              <Reasons person={person} />
            </small>
          </label>
        ))}
      </div>
      {data.list.length === 0 && <p className="order-quiet">{t(keyword ? 'noPerson' : 'noTechnician')}</p>}
    </div>
  );
}

function Reasons({ person }: { person: Technician }) {
  const { isTechnician, fixedHere, sameFault, isLinkedFae, distanceM, openOrders } = person;
  const { t } = useTranslation('service/orders');
  return [
    isTechnician && t('technicianRole'),
    fixedHere > 0 && t('fixedHere', { count: fixedHere }),
    sameFault > 0 && t('sameFault', { count: sameFault }),
    isLinkedFae && t('linkedFae'),
    distanceM !== null && t('nearOrder', { distance: formatWay(distanceM) }),
    t('openOrders', { count: openOrders }),
  ]
    .filter(Boolean)
    .join(' · ');
}
