import type { CompanyDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../kit/format.ts';
import { StateMark } from '../../kit/state-mark.tsx';
import { useWords } from '../../kit/words/use-words.ts';
import { companyAddress } from './a-company.ts';
import { DetailGroup } from './detail-group.tsx';
import { useCompanyWords } from './use-company-words.ts';

interface Props {
  detail: CompanyDetail;
}

const marks = {
  ONLINE: { tone: 'working', icon: 'dot' },
  SLEEP: { tone: 'quiet', icon: 'sleep' },
  OFFLINE: { tone: 'quiet', icon: 'offline' },
} as const;
const markOf = (state: string) => marks[state as keyof typeof marks] ?? marks.OFFLINE;

/** Its robots; not shown to who may not see devices. */
export function RobotsGroup({ detail: { company, devices } }: Props) {
  const { t } = useTranslation('companies');
  const { word } = useWords();
  if (!devices) return null;
  return (
    <DetailGroup
      title={t('robots')}
      count={formatNumber(company.deviceCount)}
      end={<Link to={`/deviceManage/list?companyId=${company.id}`}>{t('allDevices')}</Link>}
    >
      {devices.length === 0 && <p>{t('noRobots')}</p>}
      <ul>
        {devices.map(({ id, nickname, sn, state }) => (
          <li key={id}>
            <Link to={`/device/detail?id=${id}`}>{nickname}</Link>
            <small>{sn}</small>
            <StateMark {...markOf(state)} word={word('connection', state)} />
          </li>
        ))}
      </ul>
    </DetailGroup>
  );
}

/** Its people; not shown to who may not see accounts. */
export function PeopleGroup({ detail: { company, people } }: Props) {
  const { t } = useTranslation('companies');
  if (!people) return null;
  return (
    <DetailGroup title={t('people')} count={formatNumber(company.accountCount)}>
      {people.length === 0 && <p>{t('nobody')}</p>}
      <ul>
        {people.map(({ id, username, nickname, disabled }) => (
          <li key={id}>
            <span>{nickname || username}</span>
            <small>{username}</small>
            {disabled && <StateMark tone="quiet" icon="pause" word={t('disabled')} />}
          </li>
        ))}
      </ul>
    </DetailGroup>
  );
}

export function BelowGroup({ detail: { company, below } }: Props) {
  const { t } = useTranslation('companies');
  const words = useCompanyWords();
  const tree = `/outerUserManage/companyList?view=tree&keyword=${encodeURIComponent(company.name)}`;
  return (
    <DetailGroup
      title={t('belowIt')}
      count={formatNumber(company.belowCount)}
      end={<Link to={tree}>{t('allBelow')}</Link>}
    >
      {below.length === 0 && <p>{t('noneBelow')}</p>}
      <ul>
        {below.map((node) => (
          <li key={node.id}>
            <Link to={companyAddress(node.id)}>{node.name}</Link>
            <small>{words.type(node)}</small>
            <span className="co-line-counts">{t('deviceCount', { count: node.deviceCount })}</span>
          </li>
        ))}
      </ul>
    </DetailGroup>
  );
}
