import type { CompanyDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../../kit/format/ago.tsx';
import { DetailGroup } from '../detail/detail-group.tsx';

type Change = CompanyDetail['changes'][number];

/** The labels of the fields that the server names. */
const labels = {
  name: 'name',
  code: 'code',
  region: 'region',
  location: 'location',
  contactName: 'contact',
  contactPhone: 'phone',
  contactEmail: 'email',
  scenario: 'scenario',
  rating: 'rating',
  feature: 'feature',
  salesId: 'sales',
  faeId: 'fae',
  menuImage: 'logo',
} as const;

/** The recent changes of a company, with author and time. */
export function ChangesGroup({ detail: { changes } }: { detail: CompanyDetail }) {
  const { t } = useTranslation('people/companies');
  return (
    <DetailGroup title={t('changes')}>
      {changes.length === 0 && <p>{t('noChanges')}</p>}
      <ul>
        {changes.map((change) => (
          <ChangeLine key={change.id} change={change} />
        ))}
      </ul>
    </DetailGroup>
  );
}

function ChangeLine({ change: { kind, fields, by, at } }: { change: Change }) {
  const { t } = useTranslation('people/companies');
  const named = fields.map((field) => (field in labels ? t(labels[field as keyof typeof labels]) : field));
  return (
    <li>
      <span>
        {kind === 'CHANGED' ? t('changedFields', { fields: named.join(', ') }) : t(`kinds.${kind}`)}
      </span>
      <small>{by === null ? t('byAbove') : t('by', { who: by })}</small>
      <small className="co-when">
        <Ago at={at} />
      </small>
    </li>
  );
}
