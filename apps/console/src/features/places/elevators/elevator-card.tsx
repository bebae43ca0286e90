import { elevatorCalls, pages, type Elevator, type ElevatorFloor } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../kit/api/may.ts';
import { unknown } from '../../../kit/format/format.ts';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { CarList } from './car-list.tsx';
import { TestPanel } from './test-panel.tsx';

interface Props {
  elevator: Elevator;
  onEdit: () => void;
  onRemove: () => void;
}

/** One elevator: its cars, and which floor of the site and which map each of its stops is. */
export function ElevatorCard({ elevator, onEdit, onRemove }: Props) {
  const { t } = useTranslation('places/elevators');
  const { name, number, module, floors } = elevator;
  const doorsOf = (doors: Elevator['cars'][number]['doors']) =>
    doors.map((side) => t(`doors.${side}`)).join(' · ') || unknown;
  return (
    <section className="elevator-card" aria-label={name}>
      <header>
        <div>
          <h2>{name}</h2>
          <p>
            {t('elevatorNumber', { number })} ·{' '}
            {module ? t('moduleOf', { number: module.number }) : t('noModule')}
          </p>
          <CarList elevator={elevator} />
        </div>
        <RowMenu
          label={name}
          items={[
            may(elevatorCalls.update.allow) && {
              key: 'edit',
              text: t('edit'),
              icon: 'edit',
              run: onEdit,
            },
            may(elevatorCalls.remove.allow) && {
              key: 'remove',
              text: t('remove'),
              icon: 'trash',
              danger: true,
              run: onRemove,
            },
          ]}
        />
      </header>
      {floors.length === 0 ? (
        <p className="elevator-gap">{t('noFloors')}</p>
      ) : (
        <PlainTable look="inline" cards>
          <thead>
            <tr>
              <th scope="col">{t('label')}</th>
              <th scope="col">{t('floor')}</th>
              <th scope="col">{t('map')}</th>
              <th scope="col">{t('doorTitle')}</th>
              <th scope="col">{t('missing')}</th>
            </tr>
          </thead>
          <tbody>
            {/* As in the shaft: the highest floor is on top. */}
            {floors.toReversed().map((floor) => (
              <tr key={floor.label}>
                <th scope="row" data-label={t('label')}>
                  {floor.label}
                </th>
                <td data-label={t('floor')}>{floor.floorName ?? unknown}</td>
                <td data-label={t('map')}>
                  {floor.mapId ? <Link to={pages.map({ id: floor.mapId })}>{floor.mapName}</Link> : unknown}
                </td>
                <td data-label={t('doorTitle')}>{doorsOf(floor.doors)}</td>
                <td data-label={t('missing')}>
                  <Missing floor={floor} />
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      {module && <TestPanel elevator={elevator} />}
    </section>
  );
}

function Missing({ floor: { missing, mapId } }: { floor: ElevatorFloor }) {
  const { t } = useTranslation('places/elevators');
  const { t: view } = useTranslation('map-view');
  if (missing.length === 0) return <StateMark tone="working" icon="check" word={t('complete')} />;
  const words = missing.map((gap) =>
    gap === 'FLOOR' || gap === 'MAP' || gap === 'DOOR' ? t(`gaps.${gap}`) : view(`pointType.${gap}`),
  );
  const isPoint = missing.some((gap) => gap.startsWith('LIFT'));
  return (
    <div className="elevator-missing">
      <StateMark tone="waiting" icon="alert" word={words.join(' · ')} />
      {isPoint && mapId && <Link to={pages.mapEditor({ id: mapId })}>{t('editMap')}</Link>}
    </div>
  );
}
