import { deviceFileCalls, deviceImportColumns, type Output } from '@sweepline/contract';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../kit/api/api.ts';
import { session } from '../../../../kit/api/session.ts';
import { TableFileDialog } from '../../../../kit/table-file/table-file-dialog.tsx';
import { PlainTable } from '../../../../kit/list/plain-table.tsx';
import { useCompanyChoices } from '../../../../shared/company-filter/use-company-choices.ts';

const { importPreview, import: importFile } = deviceFileCalls;
type Preview = Output<typeof importPreview>;

const template = [deviceImportColumns.join(','), 'J30-C00001,J30,Lobby,,,day;lobby,,,,'];

const firstLines = (preview: Preview) => <FirstLines preview={preview} />;

/** Imports many devices from a file; they stay in stock until activation. */
export function DeviceImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('devices/devices');
  const [companyId, setCompanyId] = useState(session.user()?.companyId ?? '');
  const { options, search } = useCompanyChoices();
  const input = companyId ? { companyId } : {};
  return (
    <TableFileDialog
      title={t('import.title')}
      hint={t('import.hint')}
      name="devices"
      template={template}
      turn={companyId}
      preview={(file, encoding) =>
        send(importPreview, { ...input, ...(encoding && { encoding }) }, { files: { file }, quiet: true })
      }
      store={async (file, encoding) => {
        const { added } = await send(importFile, { ...input, encoding }, { files: { file } });
        return t('import.done', { count: added });
      }}
      family={importFile.family}
      act={(count) => t('import.act', { count })}
      first={firstLines}
      onClose={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('import.company')} htmlFor="import-company">
          <Select
            id="import-company"
            value={companyId}
            options={options}
            showSearch={{ onSearch: search, filterOption: false }}
            onChange={setCompanyId}
          />
        </Form.Item>
      </Form>
    </TableFileDialog>
  );
}

function FirstLines({ preview }: { preview: Preview }) {
  const { t } = useTranslation('devices/devices');
  return (
    <div className="sl-file-faults">
      <PlainTable look="inline">
        <thead>
          <tr>
            <th>{t('sn')}</th>
            <th>{t('model')}</th>
            <th>{t('nickname')}</th>
            <th>{t('company')}</th>
            <th>{t('place')}</th>
            <th>{t('tags')}</th>
          </tr>
        </thead>
        <tbody>
          {preview.first.map((row) => (
            <tr key={row.line}>
              <td>{row.sn}</td>
              <td>{row.model}</td>
              <td>{row.nickname}</td>
              <td>{row.company}</td>
              <td>{row.site}</td>
              <td>{row.tags.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  );
}
