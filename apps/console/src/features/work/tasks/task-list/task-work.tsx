import type { Task } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatArea } from '../../../../kit/format/format.ts';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';

/** The areas that a task cleans, and how. */
export function TaskWork({ task }: { task: Task }) {
  const { t } = useTranslation('work/tasks');
  const { word } = useWords();
  return (
    <>
      <section>
        <h2>{t('whatQuestion')}</h2>
        <ol className="work-zones">
          {task.zones.map(({ id, name, areaM2 }) => (
            <li key={id}>
              {name} <Figure value={formatArea(areaM2)} formula={t('outlineFormula')} />
              <ZoneWish wish={task.zoneWishes[id]} />
            </li>
          ))}
        </ol>
        <p>
          {task.map.name} · {t('planned')}{' '}
          <Figure value={formatArea(task.plannedM2)} formula={t('plannedFormula')} />
        </p>
      </section>
      <section>
        <h2>{t('howQuestion')}</h2>
        <p>
          {word('cleaningMode', task.cleaningMode)}, {word('strength', task.strength)},{' '}
          {t('times', { count: task.repetitions })}
        </p>
        <p>
          {word('pattern', task.pattern)}, {word('strategy', task.strategy)}
        </p>
        <p>{t('then', { finish: word('finish', task.finish) })}</p>
      </section>
    </>
  );
}

/** The settings of this zone where they differ from the task. */
function ZoneWish({ wish }: { wish: Task['zoneWishes'][string] | undefined }) {
  const { t } = useTranslation('work/tasks');
  const { word } = useWords();
  if (!wish) return null;
  const { cleaningMode, strength, repetitions } = wish;
  const parts = [
    cleaningMode && word('cleaningMode', cleaningMode),
    strength && word('strength', strength),
    repetitions && t('times', { count: repetitions }),
  ];
  return <small>{parts.filter(Boolean).join(', ')}</small>;
}
