import {
  defaultPageSize,
  otaWhitelistCalls,
  pages,
  type OtaPackageDetail,
  type WhitelistedRobot,
} from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { Pager } from '../../../kit/list/pager.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { mayChange } from '../../../shared/updates/may-change.ts';
import { WhitelistDialog } from './whitelist-dialog.tsx';

/** The named robots of a package. */
export function WhitelistPanel({ row: { id, state, models } }: { row: OtaPackageDetail }) {
  const { t } = useTranslation('updates/packages');
  const [{ page, pageSize }, setPaging] = useState({ page: 1, pageSize: defaultPageSize });
  const [adding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery({
    ...callQuery(otaWhitelistCalls.list, { id, page, pageSize }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const isOpen = state !== 'EXPIRED' && mayChange(otaWhitelistCalls.add);
  return (
    <section className="sl-panel">
      <header>
        <h2>{t('whitelist')}</h2>
        {isOpen && (
          <Button icon="plus" onClick={() => setAdding(true)}>
            {t('addRobots')}
          </Button>
        )}
      </header>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton lines={4} />}
      {data?.total === 0 && <Empty icon="robot" title={t('whitelistEmpty')} hint={t('whitelistEmptyHint')} />}
      {data && data.total > 0 && (
        <>
          <ul>
            {data.list.map((robot) => (
              <Robot key={robot.id} packageId={id} robot={robot} isOpen={isOpen} />
            ))}
          </ul>
          {data.total > defaultPageSize && (
            <Pager
              total={data.total}
              page={page}
              pageSize={pageSize}
              onChange={(next, size) => setPaging({ page: next, pageSize: size })}
            />
          )}
        </>
      )}
      {adding && <WhitelistDialog id={id} models={models} onClose={() => setAdding(false)} />}
    </section>
  );
}

interface RobotProps {
  packageId: string;
  robot: WhitelistedRobot;
  isOpen: boolean;
}

function Robot({ packageId, robot, isOpen }: RobotProps) {
  const { t } = useTranslation('updates/packages');
  const { id, sn, nickname, companyName } = robot;
  const remove = useAction(otaWhitelistCalls.remove, { done: t('robotRemoved', { name: nickname }) });
  return (
    <li>
      <span className="package-robot">
        <Link to={pages.device({ id })}>{nickname}</Link>
        <small>{[sn, companyName].filter(Boolean).join(' · ')}</small>
      </span>
      {isOpen && (
        <Button
          look="quiet"
          icon="close"
          aria-label={t('removeRobot', { name: nickname })}
          busy={remove.isPending}
          onClick={() => remove.mutate({ id: packageId, deviceIds: [id] })}
        />
      )}
    </li>
  );
}
