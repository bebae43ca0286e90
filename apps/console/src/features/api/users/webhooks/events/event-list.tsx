import { apiEventCalls, openEventNames, type ApiUserDetail, type ListedEvent } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../../../../kit/list/filter/choice-filter.tsx';
import { PeriodFilter } from '../../../../../kit/list/filter/period-filter.tsx';
import { ListPage } from '../../../../../kit/list/list-page.tsx';
import { useList } from '../../../../../kit/list/use-list.ts';
import { Button } from '../../../../../kit/ui/button.tsx';
import { Empty } from '../../../../../kit/ui/empty.tsx';
import { EventDrawer } from './event-drawer.tsx';
import { useEventColumns } from './use-event-columns.tsx';

/** The events that an API user may read, of the last thirty days. */
export function EventList({ user }: { user: ApiUserDetail }) {
  const { t } = useTranslation('api/users/webhooks');
  const list = useList(apiEventCalls.list, { userId: user.id });
  const [opened, setOpened] = useState<ListedEvent>();
  return (
    <>
      <ListPage
        title={t('eventsTitle')}
        list={list}
        columns={useEventColumns(setOpened)}
        filters={
          <>
            <ChoiceFilter
              several
              name="type"
              label={t('type')}
              options={openEventNames.map((value) => ({ value, label: t(`names.${value}`) }))}
            />
            <PeriodFilter />
          </>
        }
        actions={
          <Button icon="refresh" onClick={list.retry}>
            {t('refresh')}
          </Button>
        }
        empty={<Empty icon="history" title={t('noEvents')} hint={t('noEventsHint')} />}
      />
      {opened && <EventDrawer event={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
