import { pages, type Ride, type Shaft } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import { unknown } from '../../../kit/format/format.ts';
import { Icon } from '../../../kit/ui/icon.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { RideMark } from './ride-mark.tsx';

type Car = Shaft['cars'][number];
const isForbidden = ({ mode }: Car) => ['FIRE', 'EMERGENCY', 'OUT_OF_SERVICE'].includes(mode);

/** One elevator: its floors with the cars and the waiting robots, and what holds it. */
export function ShaftCard({ shaft }: { shaft: Shaft }) {
  const { t } = useTranslation('places/rides');
  const { name, siteName, projectId, online, floors, cars, rides } = shaft;
  return (
    <li className="ride-shaft">
      <header>
        <h2>
          <Link to={pages.elevator({ id: projectId })}>{name}</Link>
        </h2>
        <small>{siteName}</small>
        <ModuleMark online={online} />
      </header>
      {floors.length === 0 && <p>{t('noFloors')}</p>}
      <ol className="ride-floors" style={{ '--cars': cars.length } as React.CSSProperties}>
        {floors.toReversed().map((floor) => (
          <li key={floor}>
            <span>{floor}</span>
            {cars.map((car) => (
              <CarCell key={car.id} car={car} isHere={car.floor === floor} rides={rides} />
            ))}
            <span className="ride-queue">
              {rides
                .filter((ride) => ride.status === 'WAITING' && ride.fromFloor === floor)
                .map((ride) => ride.device?.name ?? t('otherRobot'))
                .join(' · ')}
            </span>
          </li>
        ))}
      </ol>
      <ul className="ride-cars">
        {cars.map((car) => (
          <CarLine key={car.id} car={car} />
        ))}
        {rides.map((ride) => (
          <li key={ride.id}>
            <RideMark ride={ride} />
            <Link to={pages.elevatorRide({ id: ride.id })}>{ride.device?.name ?? t('otherRobot')}</Link>
            <small>
              {ride.fromFloor} → {ride.toFloor}
              {ride.holdsCar && ` · ${t('holdsCar')}`}
            </small>
          </li>
        ))}
      </ul>
    </li>
  );
}

function ModuleMark({ online }: { online: boolean | null }) {
  const { t } = useTranslation('places/rides');
  if (online === null) return <StateMark tone="fault" icon="alert" word={t('noModule')} />;
  return online ? (
    <StateMark tone="working" icon="check" word={t('online')} />
  ) : (
    <StateMark tone="fault" icon="alert" word={t('offline')} />
  );
}

/** The place of a car in the shaft. A car with a robot inside is filled. */
function CarCell({ car, isHere, rides }: { car: Car; isHere: boolean; rides: readonly Ride[] }) {
  const { t } = useTranslation('places/rides');
  if (!isHere) return <span className="ride-cell" />;
  const inside = rides.find(({ carId, place }) => carId === car.id && place === 'INSIDE');
  const door = Object.values(car.doors).some((state) => state === 'OPEN') ? 'is-open' : '';
  const label = inside
    ? t('carWith', { car: car.name || car.id, robot: inside.device?.name ?? t('otherRobot') })
    : t('carHere', { car: car.name || car.id });
  return (
    <span
      role="img"
      aria-label={label}
      className={`ride-cell is-car ${door} ${inside ? 'is-full' : ''}`}
      title={label}
    >
      <Icon name={car.motion === 'UP' ? 'up' : car.motion === 'DOWN' ? 'down' : 'elevator'} />
    </span>
  );
}

function CarLine({ car }: { car: Car }) {
  const { t } = useTranslation('places/rides');
  const { t: words } = useTranslation('places/elevators');
  const doors = Object.values(car.doors).map((door) => (door ? words(`doorStates.${door}`) : unknown));
  const parts = car.changedAt
    ? [...doors, words(`motions.${car.motion}`), words(`modes.${car.mode}`)]
    : [t('neverSpoke')];
  return (
    <li>
      <span>{words('car', { name: car.name || car.id })}</span>
      <small className={isForbidden(car) ? 'ride-forbidden' : ''}>
        {[...parts, ...(car.leased ? [t('leased')] : [])].join(' · ')}
        {car.fault && ` · ${words('faultCode', { code: car.fault })}`}
        {car.changedAt && (
          <>
            {' · '}
            <Ago at={car.changedAt} />
          </>
        )}
      </small>
    </li>
  );
}
