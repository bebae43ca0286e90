import { defaultSettingsOf } from '@sweepline/contract/robot';
import type { Tx } from '../../../platform/db/db.ts';
import { settingsOf } from '../settings/device-settings-service.ts';

const key = 'sleepMinSoc';
const percent = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/**
 * The charge in percent below which a charging robot is not put to sleep. It is the reported setting, else the
 * requested one, else the default of the model. See docs/protocol/connecting.md#sleep-and-wake-up.
 */
export async function sleepMinSocOf(db: Tx, { id, model }: { id: string; model: string }): Promise<number> {
  const settings = (await settingsOf(db, [id])).get(id);
  const modelDefault = percent(defaultSettingsOf(model)[key]) ?? 0;
  return percent(settings?.reported?.[key]) ?? percent(settings?.desired[key]) ?? modelDefault;
}
