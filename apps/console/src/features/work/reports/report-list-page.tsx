import { reportCalls, reportDocumentCalls, reportResults } from '@sweepline/contract';
import { cleaningModes } from '@sweepline/contract/robot';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { PeriodFilter } from '../../../kit/list/filter/period-filter.tsx';
import { useDeviceChoices } from '../../../shared/robot/use-device-choices.ts';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { useWords } from '../../../shared/words/use-words.ts';
import { ReportExportDialog } from './report-export-dialog.tsx';
import { PrintCheckDialog } from './print-check/print-check-dialog.tsx';
import { ReportMoreFilters } from './report-more-filters.tsx';
import { ReportSummary } from './detail/report-summary.tsx';
import { useReportColumns } from './use-report-columns.tsx';

/** The list of reports with their totals. */
export function ReportListPage() {
  const { t } = useTranslation('work/reports');
  const { choices } = useWords();
  const [exporting, setExporting] = useState(false);
  const [checking, setChecking] = useState(false);
  const list = useList(reportCalls.list);
  const columns = useReportColumns();
  const devices = useDeviceChoices(list.filters.deviceId);
  return (
    <div className="report-list-page">
      <ReportSummary filters={list.filters} />
      <ListPage
        title={t('reports')}
        list={list}
        columns={columns}
        views
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
            <ChoiceFilter
              name="cleaningMode"
              label={t('mode')}
              options={choices('cleaningMode', cleaningModes)}
              several
            />
            <PeriodFilter siteDays />
          </>
        }
        more={<ReportMoreFilters filters={list.filters} />}
        actions={
          <>
            <Button icon="shield" onClick={() => setChecking(true)}>
              {t('checkTitle')}
            </Button>
            <Allowed call={reportDocumentCalls.sheet}>
              <Button icon="download" onClick={() => setExporting(true)}>
                {t('export')}
              </Button>
            </Allowed>
          </>
        }
        empty={<Empty icon="report" title={t('noReports')} hint={t('noReportsHint')} />}
      />
      {exporting && <ReportExportDialog filters={list.filters} onClose={() => setExporting(false)} />}
      {checking && <PrintCheckDialog onClose={() => setChecking(false)} />}
    </div>
  );
}
