import type { Elevator, ElevatorCarState } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { unknown } from '../../../kit/format/format.ts';

/** The cars of an elevator with their doors, and what the module last said about each. */
export function CarList({ elevator: { cars, carStates } }: { elevator: Elevator }) {
  const { t } = useTranslation('places/elevators');
  return (
    <ul>
      {cars.map((car) => {
        const state = carStates.find(({ carId }) => carId === car.id);
        return (
          <li key={car.id}>
            {t('car', { name: car.name || car.id })} ·{' '}
            {car.doors.map((side) => t(`doors.${side}`)).join(' · ')}
            {state && <CarState state={state} />}
          </li>
        );
      })}
    </ul>
  );
}

function CarState({ state: { floor, doors, motion, mode, fault, changedAt } }: { state: ElevatorCarState }) {
  const { t } = useTranslation('places/elevators');
  const ofDoors = Object.values(doors).map((door) => (door ? t(`doorStates.${door}`) : unknown));
  const words = [t('atFloor', { floor }), ...ofDoors, t(`motions.${motion}`), t(`modes.${mode}`)];
  return (
    <small>
      {[...words, ...(fault ? [t('faultCode', { code: fault })] : [])].join(' · ')} · <Ago at={changedAt} />
    </small>
  );
}
