import type { DeviceLive } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Level } from '../../../../kit/ui/level.tsx';
import type { Tone } from '../../../../kit/ui/theme.ts';
import { useWords } from '../../../../shared/words/use-words.ts';
import { AgedGroup } from './aged-group.tsx';
import { Fact } from '../fact.tsx';

/** Waste containers warn when full, supplies when empty. */
const emptying = (value: number | null): Tone =>
  value === null || value < 80 ? 'moving' : value < 95 ? 'waiting' : 'fault';
const filling = (value: number | null): Tone =>
  value === null || value > 20 ? 'moving' : value > 5 ? 'waiting' : 'fault';

/** What does it need? Water, dust and worn parts, as last reported by the robot. */
export function NeedsGroup({ live: { tanks, consumables } }: { live: DeviceLive }) {
  const { t } = useTranslation('devices/devices');
  const { word } = useWords();
  const levels = tanks && [
    { name: t('cleanWater'), value: tanks.value.cleanWaterPct, tone: filling(tanks.value.cleanWaterPct) },
    { name: t('dirtyWater'), value: tanks.value.dirtyWaterPct, tone: emptying(tanks.value.dirtyWaterPct) },
    { name: t('detergent'), value: tanks.value.detergentPct, tone: filling(tanks.value.detergentPct) },
    { name: t('dustBag'), value: tanks.value.dustBagPct, tone: emptying(tanks.value.dustBagPct) },
  ];
  return (
    <AgedGroup title={t('needs')} at={tanks?.at ?? null}>
      <dl>
        {levels?.map(({ name, value, tone }) => (
          <Fact key={name} name={name}>
            <Level label={name} value={value} tone={tone} />
          </Fact>
        ))}
        {consumables?.value.map(({ id, remainingPct }) => (
          <Fact key={id} name={word('consumable', id)}>
            <Level label={word('consumable', id)} value={remainingPct} tone={filling(remainingPct)} />
          </Fact>
        ))}
      </dl>
      {!tanks && !consumables && <p className="sl-group-none">{t('notTold')}</p>}
    </AgedGroup>
  );
}
