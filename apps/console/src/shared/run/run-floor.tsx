import { useTranslation } from 'react-i18next';
import { formatArea } from '../../kit/format/format.ts';
import { Figure } from '../../kit/ui/figure.tsx';
import { reachableOf, type RunFigures } from './run-rules.ts';
import './run-floor.css';

interface Props {
  /** Sum of the outlines of the zones that were sent. */
  areaM2: number | null;
  figures: Pick<RunFigures, 'plannedM2' | 'cleanedM2'>;
}

/** The floor of a run under way: planned, reachable for its robot, and cleaned. */
export function RunFloor({ areaM2, figures }: Props) {
  const { t } = useTranslation('run');
  const floor = [
    { name: 'planned', value: areaM2 },
    { name: 'reachable', value: reachableOf(areaM2, figures) },
    { name: 'cleaned', value: figures.cleanedM2 },
  ] as const;
  return (
    <dl className="run-floor">
      {floor.map(({ name, value }) => (
        <div key={name}>
          <dt>{t(`floor.${name}`)}</dt>
          <dd>
            <Figure value={formatArea(value)} formula={t(`floor.${name}Formula`)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
