import { defaultSettingsOf } from '@sweepline/contract/robot';
import type { Tx } from '../../platform/db/db.ts';
import { settingsOf } from '../device-settings/device-settings-service.ts';

const key = 'sleepMinSoc';
const percent = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/**
 * Percent below which a robot that charges is left awake (2.10): what the robot has, else what is wished of it, else what its
 * model has as delivered.
 */
export async function sleepMinSocOf(db: Tx, { id, model }: { id: string; model: string }): Promise<number> {
  const settings = (await settingsOf(db, [id])).get(id);
  const usual = percent(defaultSettingsOf(model)[key]) ?? 0;
  return percent(settings?.reported?.[key]) ?? percent(settings?.desired[key]) ?? usual;
}
