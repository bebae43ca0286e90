import { useTranslation } from 'react-i18next';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { formatArea, formatDuration, formatNumber } from '../../../../kit/format/format.ts';
import { estimate } from '../task-rules.ts';
import type { FormData } from './use-form-data.ts';
import type { TaskForm } from './use-task-form.ts';

interface Props {
  form: TaskForm;
  data: FormData;
}

/** The total area of the selected zones and the estimated time. */
export function TaskFormSum({ form, data: { chosen, device } }: Props) {
  const { t } = useTranslation('work/tasks');
  const areaM2 = chosen.reduce((sum, zone) => sum + zone.areaM2, 0);
  const repetitions = form.values.repetitions ?? 1;
  const time = estimate(areaM2, repetitions, device);
  return (
    <dl>
      <div>
        <dt>{t('planned')}</dt>
        <dd>
          <Figure value={formatArea(chosen.length > 0 ? areaM2 : null)} formula={t('plannedFormula')} />
        </dd>
      </div>
      <div>
        <dt>{t('estimated')}</dt>
        <dd>
          <Figure
            value={formatDuration(time?.seconds ?? null)}
            {...(time && {
              formula: time.areaPerHour
                ? t('estimateDeclared', {
                    area: formatArea(areaM2),
                    repetitions,
                    rate: formatArea(time.areaPerHour),
                  })
                : t(time.isAssumed ? 'estimateAssumed' : 'estimateFormula', {
                    area: formatArea(areaM2),
                    repetitions,
                    width: formatNumber(time.widthM, 2),
                    speed: formatNumber(time.speedMps, 2),
                    share: formatNumber(time.usefulShare, 2),
                  }),
            })}
          />
        </dd>
      </div>
    </dl>
  );
}
