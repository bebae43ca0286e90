import { reportCalls, reportResults, taskCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../kit/allowed.tsx';
import { reading } from '../../kit/api.ts';
import { Button } from '../../kit/button.tsx';
import { ChoiceFilter } from '../../kit/choice-filter.tsx';
import { Empty } from '../../kit/empty.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { may } from '../../kit/may.ts';
import { PeriodFilter } from '../../kit/period-filter.tsx';
import { useDeviceChoices } from '../../kit/robot/use-device-choices.ts';
import { SearchFilter } from '../../kit/search-filter.tsx';
import { useList } from '../../kit/use-list.ts';
import { useWords } from '../../kit/words/use-words.ts';
import { ExportDialog } from './export-dialog.tsx';
import { ReportFigures } from './report-figures.tsx';
import { useReportColumns } from './use-report-columns.tsx';

/** What was cleaned, and how well. */
export function ReportListPage() {
  const { t } = useTranslation('task-reports');
  const { choices } = useWords();
  const [exporting, setExporting] = useState(false);
  const list = useList(reportCalls.list);
  const columns = useReportColumns();
  const devices = useDeviceChoices(list.filters.deviceId);
  const tasks = useQuery({
    ...reading(taskCalls.list, { page: 1, pageSize: 99, sort: 'name' }),
    enabled: may(taskCalls.list.allow),
    meta: { silent: true },
  });
  return (
    <div className="report-list-page">
      <ReportFigures rows={list.rows} />
      <ListPage
        title={t('reports')}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter placeholder={t('search')} />
            <ChoiceFilter
              name="deviceId"
              label={t('device')}
              options={devices.options}
              onSearch={devices.search}
            />
            <ChoiceFilter
              name="result"
              label={t('result')}
              options={choices('result', reportResults)}
              several
            />
            <PeriodFilter />
          </>
        }
        more={
          <ChoiceFilter
            name="taskId"
            label={t('task')}
            options={(tasks.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        }
        actions={
          <Allowed call={reportCalls.export}>
            <Button icon="download" onClick={() => setExporting(true)}>
              {t('export')}
            </Button>
          </Allowed>
        }
        empty={<Empty icon="report" title={t('noReports')} hint={t('noReportsHint')} />}
      />
      {exporting && (
        <ExportDialog filters={exportFilters(list.filters)} onClose={() => setExporting(false)} />
      )}
    </div>
  );
}

/** The list's filters; its order is not a filter, and the file has its own. */
const exportFilters = ({
  keyword,
  deviceId,
  taskId,
  mapId,
  companyId,
  result,
  from,
  to,
}: ReturnType<typeof useList<typeof reportCalls.list>>['filters']) =>
  Object.fromEntries(
    Object.entries({ keyword, deviceId, taskId, mapId, companyId, result, from, to }).filter(
      ([, value]) => value !== undefined,
    ),
  );
