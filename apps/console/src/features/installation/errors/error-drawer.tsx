import { errorLogCalls, type ErrorGroup, type ErrorState } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useAction } from '../../../kit/api/use-action.ts';
import { OccurrenceFacts } from './occurrence-facts.tsx';

interface Props {
  groupId: string;
  /** The row of the list; undefined when a link opens a group outside the current page. */
  group: ErrorGroup | undefined;
  onClose: () => void;
}

const pageSize = 50;

/** Shows the newest occurrences of an error, one at a time, with stack and environment. */
export function ErrorDrawer({ groupId, group, onClose }: Props) {
  const { t } = useTranslation('installation/errors');
  const [index, setIndex] = useState(0);
  const query = useQuery({
    ...callQuery(errorLogCalls.search, { groupId, pageSize }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const occurrences = query.data?.list ?? [];
  const occurrence = occurrences[Math.min(index, occurrences.length - 1)];
  return (
    <Drawer
      open
      size={680}
      title={<span className="err-title">{group?.desc ?? occurrence?.desc ?? t('error')}</span>}
      onClose={onClose}
      footer={<StateActions groupId={groupId} state={group?.state} />}
    >
      {query.error && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton lines={8} />}
      {occurrence && (
        <>
          <div className="err-turn">
            <Button
              look="quiet"
              icon="left"
              aria-label={t('newer')}
              disabled={index === 0}
              onClick={() => setIndex(index - 1)}
            />
            <span>
              {t('occurrence', { place: formatNumber(index + 1), total: formatNumber(occurrences.length) })}
            </span>
            <Button
              look="quiet"
              icon="right"
              aria-label={t('older')}
              disabled={index >= occurrences.length - 1}
              onClick={() => setIndex(index + 1)}
            />
          </div>
          <OccurrenceFacts occurrence={occurrence} />
        </>
      )}
    </Drawer>
  );
}

/** Buttons that set the state. A new occurrence reopens a resolved error, but not an ignored one. */
function StateActions({ groupId, state }: { groupId: string; state: ErrorState | undefined }) {
  const { t } = useTranslation('installation/errors');
  const change = useAction(errorLogCalls.setState, { done: (_, input) => t(`done.${input.state}`) });
  const button = (to: ErrorState) =>
    state !== to && (
      <Button
        key={to}
        look={to === 'resolved' ? 'main' : 'plain'}
        busy={change.isPending && change.variables.state === to}
        onClick={() => change.mutate({ groupId, state: to })}
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
