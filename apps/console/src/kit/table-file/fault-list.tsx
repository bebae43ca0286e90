import { csvLine, csvMark, type ImportFault } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { keyboardScroll } from '../list/keyboard-scroll.ts';
import { saveFile } from '../api/save-file.ts';
import { PlainTable } from '../list/plain-table.tsx';

/** The faults of a file by line. They can be saved as CSV. */
export function FaultList({ faults, name }: { faults: readonly ImportFault[]; name: string }) {
  const { t } = useTranslation('table-file');
  const place = ({ line }: ImportFault) => (line === 0 ? t('wholeFile') : t('line', { line }));
  const words = ({ reason, value }: ImportFault) => t(`reasons.${reason}`, { value });
  const report = () => {
    const lines = faults.map((fault) => [fault.line, fault.column, fault.value, words(fault)]);
    const head = [t('lineHead'), t('columnHead'), t('valueHead'), t('reasonHead')];
    const text = [head, ...lines].map(csvLine);
    saveFile(new Blob([csvMark, ...text], { type: 'text/csv' }), `${name}-report.csv`);
  };
  return (
    <>
      <div ref={keyboardScroll} className="sl-file-faults" role="group" aria-label={t('faults')}>
        <PlainTable look="inline">
          <thead>
            <tr>
              <th>{t('lineHead')}</th>
              <th>{t('columnHead')}</th>
              <th>{t('reasonHead')}</th>
            </tr>
          </thead>
          <tbody>
            {faults.map((fault) => (
              <tr key={`${fault.line}/${fault.column}/${fault.reason}`}>
                <td>{place(fault)}</td>
                <td>{fault.column}</td>
                <td>
                  {words(fault)} {fault.value && <code>{fault.value}</code>}
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </div>
      <Button look="quiet" icon="download" onClick={report}>
        {t('saveReport')}
      </Button>
    </>
  );
}
