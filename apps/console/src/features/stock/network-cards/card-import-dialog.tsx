import { cardImportColumns, networkCardCalls, type Output } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { send } from '../../../kit/api/api.ts';
import { formatNumber } from '../../../kit/format/format.ts';
import { TableFileDialog } from '../../../kit/table-file/table-file-dialog.tsx';
import { PlainTable } from '../../../kit/list/plain-table.tsx';

const { importPreview, import: importFile } = networkCardCalls;
type Preview = Output<typeof importPreview>;

const template = [cardImportColumns.join(','), '89860012345678901234,Unicom,IoT 5 GB,5120,2030-12-31,,'];
const firstLines = (preview: Preview) => <FirstLines preview={preview} />;

/** Imports cards from a table file of their operator. */
export function CardImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('stock/network-cards');
  return (
    <TableFileDialog
      title={t('importTitle')}
      hint={t('importHint')}
      name="sim-cards"
      template={template}
      preview={(file, encoding) =>
        send(importPreview, encoding ? { encoding } : {}, { files: { file }, quiet: true })
      }
      store={async (file, encoding) => {
        const { added } = await send(importFile, { encoding }, { files: { file } });
        return t('importDone', { count: added });
      }}
      family={importFile.family}
      act={(count) => t('importAct', { count })}
      first={firstLines}
      onClose={onClose}
    />
  );
}

function FirstLines({ preview }: { preview: Preview }) {
  const { t } = useTranslation('stock/network-cards');
  return (
    <div className="sl-file-faults">
      <PlainTable look="inline">
        <thead>
          <tr>
            <th>{t('iccid')}</th>
            <th>{t('operator')}</th>
            <th>{t('package')}</th>
            <th>{t('monthly')}</th>
            <th>{t('company')}</th>
          </tr>
        </thead>
        <tbody>
          {preview.first.map((row) => (
            <tr key={row.line}>
              <td>{row.iccid}</td>
              <td>{row.operator}</td>
              <td>{row.packageType}</td>
              <td>{row.monthlyMb === null ? '' : `${formatNumber(row.monthlyMb)} MB`}</td>
              <td>{row.company}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  );
}
