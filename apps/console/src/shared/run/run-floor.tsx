import { isOpenRun } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { formatArea } from '../../kit/format/format.ts';
import { Figure } from '../../kit/ui/figure.tsx';
import { planOfRobot, type RunDetail, type RunFigures } from './run-rules.ts';
import './run-floor.css';

interface Props {
  /** Missing while the run is known only from its robot's report. */
  run: RunDetail | undefined;
  figures: Pick<RunFigures, 'plannedM2' | 'cleanedM2'>;
}

/** The floor of a run: planned and reachable as its report has them, and cleaned. */
export function RunFloor({ run, figures }: Props) {
  const { t } = useTranslation('run');
  const floor = run?.floor;
  const planned = floor ? floor.plannedM2 : planOfRobot(run?.areaM2 ?? null, figures);
  const isOpen = !run || isOpenRun(run.state);
  const rows = [
    { name: 'planned', value: planned, formula: floor ? 'plannedFormula' : 'robotPlanFormula' },
    { name: 'reachable', value: floor?.reachableM2 ?? null, formula: 'reachableFormula' },
    { name: 'cleaned', value: figures.cleanedM2, formula: isOpen ? 'liveFormula' : 'cleanedFormula' },
  ] as const;
  return (
    <dl className="run-floor">
      {rows.map(({ name, value, formula }) => (
        <div key={name}>
          <dt>{t(`floor.${name}`)}</dt>
          <dd>
            <Figure value={formatArea(value)} formula={t(`floor.${formula}`)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
