import { errorLogCalls, type ErrorGroup, type ErrorState } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../kit/api/allowed.tsx';
import { reading } from '../../kit/api/api.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Failure } from '../../kit/ui/failure.tsx';
import { formatNumber } from '../../kit/format/format.ts';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { useAction } from '../../kit/api/use-action.ts';
import { OccurrenceFacts } from './occurrence-facts.tsx';

interface Props {
  groupId: string;
  /** As the list shows it; a link may open one that is not on its page. */
  group: ErrorGroup | undefined;
  onClose: () => void;
}

const pageSize = 50;

/** One error: its newest occurrences, one at a time, with stack and surroundings. */
export function ErrorDrawer({ groupId, group, onClose }: Props) {
  const { t } = useTranslation('error-log');
  const [place, setPlace] = useState(0);
  const query = useQuery({
    ...reading(errorLogCalls.search, { groupId, pageSize }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const found = query.data?.list ?? [];
  const shown = found[Math.min(place, found.length - 1)];
  return (
    <Drawer
      open
      size={680}
      title={<span className="err-title">{group?.desc ?? shown?.desc ?? t('error')}</span>}
      onClose={onClose}
      footer={<Judgement groupId={groupId} state={group?.state} />}
    >
      {query.error && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton lines={8} />}
      {shown && (
        <>
          <div className="err-turn">
            <Button
              look="quiet"
              icon="left"
              aria-label={t('newer')}
              disabled={place === 0}
              onClick={() => setPlace(place - 1)}
            />
            <span>
              {t('occurrence', { place: formatNumber(place + 1), total: formatNumber(found.length) })}
            </span>
            <Button
              look="quiet"
              icon="right"
              aria-label={t('older')}
              disabled={place >= found.length - 1}
              onClick={() => setPlace(place + 1)}
            />
          </div>
          <OccurrenceFacts occurrence={shown} />
        </>
      )}
    </Drawer>
  );
}

/** What became of it: resolved ones open again when they come back, ignored ones stay quiet. */
function Judgement({ groupId, state }: { groupId: string; state: ErrorState | undefined }) {
  const { t } = useTranslation('error-log');
  const judge = useAction(errorLogCalls.setState, { done: (_, input) => t(`done.${input.state}`) });
  const button = (to: ErrorState) =>
    state !== to && (
      <Button
        key={to}
        look={to === 'resolved' ? 'main' : 'plain'}
        busy={judge.isPending && judge.variables.state === to}
        onClick={() => judge.mutate({ groupId, state: to })}
      >
        {t(`acts.${to}`)}
      </Button>
    );
  return (
    <Allowed call={errorLogCalls.setState}>
      <div className="err-judgement">
        {state !== 'open' && state !== undefined && button('open')}
        {button('ignored')}
        {button('resolved')}
      </div>
    </Allowed>
  );
}
