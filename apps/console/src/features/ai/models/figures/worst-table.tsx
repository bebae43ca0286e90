import { aiCleanClass, pages, type AiModelDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber, formatShare } from '../../../../kit/format/format.ts';
import { PlainTable } from '../../../../kit/list/plain-table.tsx';

/** The columns of tiles over an image. */
const columns = 16;

/** The tiles about which a model is most wrong, with the image of each: a wrong mark is found there too. */
export function WorstTable({ model: { worst, classes } }: { model: AiModelDetail }) {
  const { t } = useTranslation('ai/models');
  if (worst.length === 0) return null;
  const nameOf = (at: number) => (classes[at]?.id === aiCleanClass ? t('clean') : classes[at]?.name);
  const labels = [t('truth'), t('found'), t('probability')] as const;
  return (
    <section>
      <h2>{t('worst')}</h2>
      <p>{t('worstHint')}</p>
      <PlainTable cards>
        <thead>
          <tr>
            <th scope="col">{t('tile')}</th>
            {labels.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {worst.map(({ imageId, tile, truth, found, probability }) => (
            <tr key={`${imageId} ${tile}`}>
              <th scope="row" data-label={t('tile')}>
                <Link to={pages.aiAnnotate({ id: imageId })}>
                  {t('tileAt', {
                    row: formatNumber(Math.floor(tile / columns) + 1),
                    column: formatNumber((tile % columns) + 1),
                  })}
                </Link>
              </th>
              <td data-label={labels[0]}>{nameOf(truth)}</td>
              <td data-label={labels[1]}>{nameOf(found)}</td>
              <td data-label={labels[2]}>{formatShare(probability, 1)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </section>
  );
}
