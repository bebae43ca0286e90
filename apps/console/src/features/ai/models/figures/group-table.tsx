import type { AiFigures } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatShare } from '../../../../kit/format/format.ts';
import { PlainTable } from '../../../../kit/list/plain-table.tsx';

interface Props {
  title: string;
  note: string | undefined;
  rows: readonly { key: string; name: string; figures: AiFigures }[];
}

/** The figures of the test by what they have in common: a site or a camera. */
export function GroupTable({ title, note, rows }: Props) {
  const { t } = useTranslation('ai/models');
  return (
    <section>
      <h2>{title}</h2>
      {note && <p className="ai-model-note">{note}</p>}
      <PlainTable cards>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{t('tiles')}</th>
            <th scope="col">{t('accuracy')}</th>
            <th scope="col">{t('f1')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, figures }) => (
            <tr key={key}>
              <th scope="row" data-label={title}>
                {name}
              </th>
              <td data-label={t('tiles')}>{formatNumber(figures.count)}</td>
              <td data-label={t('accuracy')}>{formatShare(figures.accuracy, 1)}</td>
              <td data-label={t('f1')}>{formatNumber(figures.f1, 2)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </section>
  );
}
