import { activationCodeCalls, codeInGroups, type ActivationCode, pages } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { Facts } from '../../../kit/ui/facts.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { formatTime, unknown } from '../../../kit/format/format.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { CodeActions } from './code-actions.tsx';
import { CodeHistory } from './code-history.tsx';
import { CodeMark } from './code-mark.tsx';
import { DaysLeft } from './days-left.tsx';
import { useCodeWords } from './use-code-words.ts';
import { UsePeriod } from './use-period.tsx';

/** One code beside the list: its terms, its device and its history. */
export function CodeDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('stock/activation-codes');
  const query = useQuery({ ...callQuery(activationCodeCalls.detail, { id }), meta: { silent: true } });
  const code = query.data?.code;
  return (
    <Drawer
      open
      size={460}
      onClose={onClose}
      title={code && <h2 className="code-text">{codeInGroups(code.code)}</h2>}
      aria-label={t('code')}
      extra={code && <CodeActions code={code} />}
    >
      {query.error ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <Facts>
          <CodeMark code={query.data.code} />
          <Promise code={query.data.code} />
          <Result code={query.data.code} />
          <CodeHistory {...query.data} />
        </Facts>
      ) : (
        <Skeleton lines={8} />
      )}
    </Drawer>
  );
}

function Promise({ code }: { code: ActivationCode }) {
  const { t } = useTranslation('stock/activation-codes');
  const words = useCodeWords();
  return (
    <section>
      <h3>{t('promises')}</h3>
      <dl>
        <dt>{t('model')}</dt>
        <dd>{words.model(code.model)}</dd>
        <dt>{t('usage')}</dt>
        <dd>{t(`usages.${code.usageType}`)}</dd>
        <dt>{t('period')}</dt>
        <dd>
          <UsePeriod code={code} />
        </dd>
        <dt>{t('company')}</dt>
        <dd>{code.companyName}</dd>
        <dt>{t('validUntil')}</dt>
        <dd>{code.validUntil ? <DaysLeft until={code.validUntil} /> : t('noEnd')}</dd>
        <dt>{t('noticeTo')}</dt>
        <dd>{code.noticeTo?.name ?? unknown}</dd>
        <dt>{t('batch')}</dt>
        <dd>
          <Link to={`?batchId=${code.batch.id}`}>{code.batch.name}</Link>
        </dd>
      </dl>
    </section>
  );
}

function Result({ code: { sn, device, usedAt } }: { code: ActivationCode }) {
  const { t } = useTranslation('stock/activation-codes');
  if (!usedAt) return null;
  return (
    <section>
      <h3>{t('madeRobot')}</h3>
      <dl>
        <dt>{t('device')}</dt>
        <dd>
          {device ? <Link to={pages.device({ id: device.id })}>{device.nickname}</Link> : t('deviceGone')}
        </dd>
        <dt>{t('sn')}</dt>
        <dd>{sn ?? unknown}</dd>
        <dt>{t('usedAt')}</dt>
        <dd>{formatTime(usedAt)}</dd>
        <dt>{t('usableUntil')}</dt>
        <dd>
          {device && !device.usableUntil ? t('noEnd') : <DaysLeft until={device?.usableUntil ?? null} />}
        </dd>
      </dl>
    </section>
  );
}
