import { aiCleanClass, type AiFigures, type AiModel } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatShare } from '../../../../kit/format/format.ts';
import { PlainTable } from '../../../../kit/list/plain-table.tsx';

interface Props {
  classes: AiModel['classes'];
  figures: AiFigures;
  /** Those of the baseline or of another model, of the same tiles. */
  other: AiFigures | null;
  otherName: string;
  /** What limits the figures. */
  note: string | undefined;
}

/** Precision, recall and F1 of each class, beside the F1 of another one. */
export function ClassTable({ classes, figures, other, otherName, note }: Props) {
  const { t } = useTranslation('ai/models');
  const rows = figures.classes.map((own, at) => ({
    ...own,
    ...classes[at]!,
    otherF1: other?.classes[at]?.f1,
  }));
  const labels = {
    count: t('tiles'),
    precision: t('precision'),
    recall: t('recall'),
    f1: t('f1'),
    other: t('f1Of', { name: otherName }),
  };
  return (
    <section>
      <h2>{t('byClass')}</h2>
      {note && <p className="ai-model-note">{note}</p>}
      <PlainTable cards>
        <thead>
          <tr>
            <th scope="col">{t('class')}</th>
            {Object.values(labels).map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, count, precision, recall, f1, otherF1 }) => (
            <tr key={id}>
              <th scope="row" data-label={t('class')}>
                {id === aiCleanClass ? t('clean') : name}
              </th>
              <td data-label={labels.count}>{formatNumber(count)}</td>
              <td data-label={labels.precision}>{formatShare(precision, 1)}</td>
              <td data-label={labels.recall}>{formatShare(recall, 1)}</td>
              <td data-label={labels.f1}>{formatNumber(f1, 2)}</td>
              <td data-label={labels.other}>{formatNumber(otherF1, 2)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('all')}</th>
            <td data-label={labels.count}>{formatNumber(figures.count)}</td>
            <td colSpan={2} data-label={t('accuracy')}>
              {t('accuracyOf', { share: formatShare(figures.accuracy, 1) })}
            </td>
            <td data-label={labels.f1}>{formatNumber(figures.f1, 2)}</td>
            <td data-label={labels.other}>{formatNumber(other?.f1, 2)}</td>
          </tr>
        </tfoot>
      </PlainTable>
    </section>
  );
}
