import { maxEvidenceBytes } from '@sweepline/contract';
import type { Sql } from 'postgres';
import { devices } from '../../apps/server/src/entities/devices/device-table.ts';
import { bytesOf } from '../../apps/server/src/features/service/orders/evidence/evidence-rules.ts';
import { freezeEvidence } from '../../apps/server/src/features/service/orders/evidence/evidence-service.ts';
import { createDb, inScope, type Db } from '../../apps/server/src/platform/db/db.ts';
import { find } from '../../apps/server/src/platform/db/page.ts';
import { companyId } from '../../seeds/many-devices.ts';
import { ownerOf } from '../alarms/world.ts';
import { took } from '../dashboard/took.ts';
import { median, type Measure } from '../measure/report.ts';
import { bareReads, fillRobot, robotId } from './robot-record.ts';

const warmUps = 20;
const times = 100;
const company = companyId(1);

/** Makes the evidence of an order as the server does, in a transaction of its own. */
const freeze = (db: Db, orderId: string) =>
  inScope(db, [company], async (tx) => {
    const device = await find(tx, devices, robotId);
    await freezeEvidence(tx, new Date(), { id: orderId, companyId: company, alarmId: null }, device);
  });

/** Reads the same rows with hand-written statements that are sent together, and stores a text of the same size. */
const readBare = (sql: Sql, orderId: string, content: string) =>
  sql.begin(async (tx) => {
    const now = Date.now();
    const values = [robotId, new Date(now - 600_000).toISOString(), new Date(now).toISOString()];
    const send = (text: string, parameters: string[]) => tx.unsafe(text, parameters, { prepare: true });
    await send('select * from devices where id = $1', [robotId]);
    await Promise.all(
      bareReads.map((text) =>
        send(
          text,
          values.filter((_value, n) => text.includes(`$${n + 1}`)),
        ),
      ),
    );
    await send(
      `insert into work_order_evidence (id, order_id, company_id, taken_at, content, fingerprint)
       values (gen_random_uuid(), $1, '${company}', now(), $2::text::jsonb, 'x')`,
      [orderId, content],
    );
  });

/** The evidence of a robot at work against its bare queries, and its size. The database has orders of the large company. */
export async function evidenceMeasures(url: string): Promise<Measure[]> {
  const sql = ownerOf(url);
  const db = createDb(url, { connections: 2 });
  try {
    await fillRobot(sql);
    const orders = await sql<{ id: string }[]>`
      select id from work_orders where company_id = ${company} limit ${2 * (warmUps + times)}`;
    await freeze(db, orders[0]!.id);
    const [row] = await sql<{ content: object }[]>`select content from work_order_evidence`;
    const content = JSON.stringify(row!.content);
    const pairs: [ours: number, theirs: number][] = [];
    for (let n = 0; n < warmUps + times; n++) {
      const [ours, theirs] = [orders[2 * n]!.id, orders[2 * n + 1]!.id];
      pairs.push([await took(() => freeze(db, ours)), await took(() => readBare(sql, theirs, content))]);
    }
    const measured = pairs.slice(warmUps);
    const [ours, theirs] = [median(measured.map(([ms]) => ms)), median(measured.map(([, ms]) => ms))];
    return [
      {
        goalName: 'W4',
        what: 'evidence of a new order against its bare queries, p50',
        value: median(measured.map(([a, b]) => a / b)),
        ...({ unit: '×', goal: 2, good: 'atMost' } as const),
        detail: `${ours.toFixed(1)} ms against ${theirs.toFixed(1)} ms, ${bareReads.length + 2} statements`,
      },
      {
        goalName: 'W4',
        what: 'evidence of a robot at work, without pictures',
        value: bytesOf(row!.content) / 1_024,
        ...({ unit: 'KB', goal: maxEvidenceBytes / 1_024, good: 'atMost' } as const),
      },
    ];
  } finally {
    await sql.end();
    await db.close();
  }
}
