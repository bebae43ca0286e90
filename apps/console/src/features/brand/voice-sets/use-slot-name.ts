import { eventSlots } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';

const isEvent = (slot: string): slot is (typeof eventSlots)[number] =>
  eventSlots.some((known) => known === slot);

/** The name of a slot; one that only a robot knows is shown as the robot says it. */
export function useSlotName() {
  const { t } = useTranslation('brand/voice-sets');
  return (slot: string): string => {
    if (isEvent(slot)) return t(`slotName.${slot}`);
    const number = /^PROMO_(\d+)$/.exec(slot)?.[1];
    return number ? t('promotion', { number }) : slot;
  };
}
