import { aiCleanClass, type AiFigures, type AiModel } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../kit/format/format.ts';
import { PlainTable } from '../../../../kit/list/plain-table.tsx';

interface Props {
  classes: AiModel['classes'];
  figures: AiFigures;
  note: string | undefined;
}

/** How often each class was taken for each other one. */
export function ConfusionTable({ classes, figures, note }: Props) {
  const { t } = useTranslation('ai/models');
  const names = classes.map(({ id, name }) => (id === aiCleanClass ? t('clean') : name));
  return (
    <section>
      <h2>{t('confusion')}</h2>
      <p>{t('confusionHint')}</p>
      {note && <p className="ai-model-note">{note}</p>}
      <div className="ai-model-wide">
        <PlainTable>
          <thead>
            <tr>
              <th scope="col">{t('truth')}</th>
              {names.map((name, at) => (
                <th key={classes[at]!.id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {figures.confusion.map((row, truth) => (
              <tr key={classes[truth]!.id}>
                <th scope="row">{names[truth]}</th>
                {row.map((count, found) => (
                  <td key={classes[found]!.id} data-right={truth === found || undefined}>
                    {formatNumber(count)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </div>
    </section>
  );
}
