import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Segments } from '../../../kit/ui/segments.tsx';
import { FileList } from './file-list.tsx';
import { TransferList } from './transfers/transfer-list.tsx';
import './files.css';

const views = ['files', 'transfers'] as const;

/** The files of a company, and their transfers to and from robots. */
export function FileListPage() {
  const { t } = useTranslation('remote/files');
  const [params, setParams] = useSearchParams();
  const view = params.get('view') === 'transfers' ? 'transfers' : 'files';
  // The lists have filters of their own.
  const show = (next: (typeof views)[number]) => setParams(next === 'files' ? {} : { view: next });
  const segments = (
    <Segments
      onlyWay
      label={t('view')}
      value={view}
      options={views.map((value) => ({ value, text: t(value) }))}
      onChange={show}
    />
  );
  return view === 'files' ? (
    <FileList views={segments} onSent={() => show('transfers')} />
  ) : (
    <TransferList views={segments} />
  );
}
