import {
  accountCodes,
  activationCodeCalls,
  type CompanyDetail,
  type CompanyHolding,
  nameOfAccount,
  pages,
} from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../../kit/api/may.ts';
import { formatNumber } from '../../../../kit/format/format.ts';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';
import { companyAddress } from '../company-address.ts';
import { DetailGroup } from './detail-group.tsx';
import { useCompanyWords } from '../use-company-words.ts';

interface Props {
  detail: CompanyDetail;
}
type Robot = NonNullable<CompanyDetail['devices']>[number];

/** The count of the company itself; children are counted separately. */
const ownCount = ({ holdings }: CompanyDetail, what: CompanyHolding) =>
  holdings.find((holding) => holding.what === what)?.count ?? 0;

function MoreBelow({ own, all }: { own: number; all: number }) {
  const { t } = useTranslation('people/companies');
  return all > own && <p>{t('moreBelow', { count: all - own })}</p>;
}

const marks = {
  ONLINE: { tone: 'working', icon: 'dot' },
  SLEEP: { tone: 'quiet', icon: 'sleep' },
  OFFLINE: { tone: 'quiet', icon: 'offline' },
} as const;

/** A robot that was never activated is in stock, and not offline. */
function RobotMark({ binding, state }: Pick<Robot, 'binding' | 'state'>) {
  const { word } = useWords();
  if (binding === 'NOT_ACTIVATED')
    return <StateMark tone="quiet" icon="box" word={word('binding', binding)} />;
  return (
    <StateMark {...(marks[state as keyof typeof marks] ?? marks.OFFLINE)} word={word('connection', state)} />
  );
}

/** The devices of the company; hidden without the permission to see devices. */
export function RobotsGroup({ detail }: Props) {
  const { t } = useTranslation('people/companies');
  const { company, devices } = detail;
  if (!devices) return null;
  const own = ownCount(detail, 'devices');
  return (
    <DetailGroup
      title={t('robots')}
      count={formatNumber(own)}
      end={own > 0 && <Link to={pages.devices({ companyId: company.id })}>{t('allDevices')}</Link>}
    >
      {devices.length === 0 && (
        <p>
          {t('noRobots')}{' '}
          {may(activationCodeCalls.generate.allow) && (
            <Link to={pages.activationCodes()}>{t('toCodes')}</Link>
          )}
        </p>
      )}
      <ul>
        {devices.map(({ id, nickname, sn, binding, state }) => (
          <li key={id}>
            <Link to={pages.device({ id })}>{nickname}</Link>
            <small>{sn}</small>
            <RobotMark binding={binding} state={state} />
          </li>
        ))}
      </ul>
      <MoreBelow own={own} all={company.deviceCount} />
    </DetailGroup>
  );
}

/** The accounts of the company; hidden without the permission to see accounts. */
export function PeopleGroup({ detail }: Props) {
  const { t } = useTranslation('people/companies');
  const { company, people } = detail;
  if (!people) return null;
  const own = ownCount(detail, 'accounts');
  return (
    <DetailGroup title={t('people')} count={formatNumber(own)}>
      {people.length === 0 && <p>{t('nobody')}</p>}
      {people.length === 0 && may(accountCodes.create.OUTER) && (
        <Link
          className="sl-button sl-button-plain"
          to={pages.outerAccounts({ companyId: company.id, add: 'create' })}
        >
          {t('addAccount')}
        </Link>
      )}
      <ul>
        {people.map(({ id, username, nickname, disabled }) => (
          <li key={id}>
            <span>{nameOfAccount({ nickname, username })}</span>
            <small>{username}</small>
            {disabled && <StateMark tone="quiet" icon="pause" word={t('disabled')} />}
          </li>
        ))}
      </ul>
      <MoreBelow own={own} all={company.accountCount} />
    </DetailGroup>
  );
}

export function BelowGroup({ detail: { company, below } }: Props) {
  const { t } = useTranslation('people/companies');
  const words = useCompanyWords();
  const tree = pages.agents({ view: 'tree', keyword: company.name });
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
            <Link to={companyAddress(node)}>{node.name}</Link>
            <small>{words.type(node)}</small>
            <span className="co-line-counts">{t('deviceCount', { count: node.deviceCount })}</span>
          </li>
        ))}
      </ul>
    </DetailGroup>
  );
}
