import { inScope, type Db } from '../platform/db/db.ts';
import { newId } from '../platform/runtime/ids.ts';

interface Place {
  companyId: string;
  deviceId: string;
  at: string;
}

/** Stores changes of the connection as the gateway does, so that they are counted on distributed tables, too. */
export const storeConnections = (db: Db, events: readonly (Place & { after: string })[]) =>
  store(
    db,
    'store_device_events',
    events.map(({ companyId, deviceId, ...event }) => ({
      id: newId(),
      company_id: companyId,
      device_id: deviceId,
      kind: 'CONNECTION',
      before: '',
      detail: '',
      ...event,
    })),
  );

/** Stores samples of the battery as the gateway does. */
export const storeSamples = (db: Db, samples: readonly (Place & { soc: number })[]) =>
  store(
    db,
    'store_device_history',
    samples.map(({ companyId, deviceId, ...sample }) => ({
      company_id: companyId,
      device_id: deviceId,
      alarm_level: 0,
      ...sample,
    })),
  );

const store = (db: Db, name: string, rows: readonly object[]) =>
  inScope(db, '*', (tx) => tx.raw(`select ${name}($1::text::jsonb)`, [JSON.stringify(rows)]));
