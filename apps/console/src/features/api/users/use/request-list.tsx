import {
  apiUserCalls,
  openProblems,
  requestOutcomes,
  type ApiRequest,
  type ApiUserDetail,
} from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../../../kit/list/filter/choice-filter.tsx';
import { PeriodFilter } from '../../../../kit/list/filter/period-filter.tsx';
import { ListPage } from '../../../../kit/list/list-page.tsx';
import { useList } from '../../../../kit/list/use-list.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { RequestDrawer } from './request-drawer.tsx';
import { problemTitle } from './problem-title.ts';
import { useRequestColumns } from './use-request-columns.tsx';

// The names are the keys of the table.
const problems = Object.keys(openProblems) as (keyof typeof openProblems)[];

/** The requests of an API user of the last thirty days, refused ones with their reason. */
export function RequestList({ user }: { user: ApiUserDetail }) {
  const { t } = useTranslation('api/users');
  const list = useList(apiUserCalls.requests, { userId: user.id });
  const [opened, setOpened] = useState<ApiRequest>();
  return (
    <>
      <ListPage
        title={t('tab.requests')}
        list={list}
        columns={useRequestColumns(setOpened)}
        filters={
          <>
            <ChoiceFilter
              name="outcome"
              label={t('requests.result')}
              options={requestOutcomes.map((value) => ({ value, label: t(`requests.outcomes.${value}`) }))}
            />
            <ChoiceFilter
              several
              name="problem"
              label={t('requests.problem')}
              options={problems.map((value) => ({ value, label: problemTitle(value) }))}
            />
            <PeriodFilter />
          </>
        }
        actions={
          <Button icon="refresh" onClick={list.retry}>
            {t('requests.refresh')}
          </Button>
        }
        empty={<Empty icon="history" title={t('requests.empty')} hint={t('requests.emptyHint')} />}
      />
      {opened && <RequestDrawer request={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
