import { setTimeout as pause } from 'node:timers/promises';
import type { EscalationStep } from '@sweepline/contract';
import { alarmCodes } from '@sweepline/contract/robot';
import { alarmSettings } from '../../apps/server/src/entities/alarms/alarm-setting-table.ts';
import { escalationPolicies } from '../../apps/server/src/features/alarms/escalation/escalation-table.ts';
import { inScope, type Db } from '../../apps/server/src/platform/db/db.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import { aDevice, TestRobot, type Registered } from '../../apps/server/src/robots/test-kit/test-gateway.ts';
import { openMailbox } from '../../apps/server/src/test-kit/mailbox.ts';
import { companyIds, people, populate } from '../../apps/server/src/test-kit/people.ts';
import { freePort } from '../../apps/server/src/test-kit/servers/free-port.ts';
import { createKillableServer } from '../../apps/server/src/test-kit/servers/killable-server.ts';

interface AlarmFaultOptions {
  db: Db;
  databaseUrl: string;
  kills: number;
  say: (line: string) => void;
}

interface AlarmFaultResult {
  alarms: number;
  /** Acknowledged alarms that are not stored, or that did not reach a receiver by bell or by mail, and mails that did not arrive. */
  missing: string[];
  /** Alarms that are stored twice or reached a receiver twice in one step, and notices with a wrong number of alarms. */
  doubled: string[];
  /** Alarms whose planning, next step, delivery or mail is two minutes late. */
  hanging: string[];
  mails: number;
  /** Mails that arrived twice: the server ended between the answer of the mail server and the note of it. */
  mailedTwice: number;
}

/** One code for each round: its alarms share notices. */
const codes = Object.keys(alarmCodes).filter((code) => code < '80000');
const robotsPerRound = 4;
/** A tick of the telling comes every two seconds and mails go every five: the kill falls between them. */
const maxKillMs = 6_000;
const hangsMs = 120_000;
const [byName, byStep] = [people.mallAdmin, people.agentAdmin];
const address = 'mall@example.com';

/** The named receiver is notified by bell and mail at once, and the administrator above after a minute. */
async function configure(db: Db): Promise<void> {
  await populate(db, () => new Date());
  const at = { updatedAt: new Date().toISOString(), updatedBy: 'fault' };
  const steps: EscalationStep[] = [
    { afterMinutes: 1, targets: [{ kind: 'ACCOUNT', id: byStep.id }], channels: ['BELL'] },
  ];
  const id = newId();
  const companyId = companyIds.mall;
  await inScope(db, '*', async (tx) => {
    await tx.raw('update accounts set email = $2 where id = $1', [byName.id, address]);
    await tx
      .insert(escalationPolicies)
      .values({ id, companyId, name: 'Fault', steps, createdAt: at.updatedAt, ...at });
    const receivers = { accountIds: [byName.id], roleIds: [] };
    for (const code of codes)
      await tx
        .insert(alarmSettings)
        .values({ companyId, code, receivers, channels: ['BELL', 'MAIL'], policyId: id, ...at });
  });
}

/** Raises an alarm as a robot does: the message is sent again until it is acknowledged. Returns the id of the alarm. */
async function raise(device: Registered, code: string, url: string): Promise<string> {
  const alarmId = newId();
  let message: Record<string, unknown> | undefined;
  for (let isStored = false; !isStored;) {
    const robot = await TestRobot.connect(url, device, { connectTimeout: 2_000 }).catch(() => undefined);
    message ??= robot?.durable({ alarmId, event: 'RAISED', code, level: 4 });
    const sent = robot && message && robot.say('xAlarm', message, 1);
    isStored =
      (await Promise.race([sent?.then(() => true), pause(3_000, false)]).catch(() => false)) === true;
    await robot?.leave().catch(() => {});
    if (!isStored) await pause(200);
  }
  return alarmId;
}

/** Work that is under way, with the moment at which it is due. A mail that a server had taken is free again after five minutes. */
const openWork = `
  select 'planning ' || id as key, arrived_at as due from alarms where code = any($1) and planned_at is null
  union all select 'step ' || alarm_id, next_at from alarm_tellings where next_at is not null
  union all select 'delivery ' || alarm_id, due_at from alarm_deliveries where state = 'WAITING' and due_at <= now()
  union all select 'mail ' || alarm_id, due_at from notice_mails where state in ('WAITING', 'SENDING')`;

interface OpenWork {
  key: string;
  due: Date;
}

/** Waits until all work is done, or some is two minutes late. */
async function untilDone(db: Db): Promise<string[]> {
  for (;;) {
    const open = await inScope(db, '*', (tx) => tx.raw<OpenWork>(openWork, [codes]));
    const late = open.filter(({ due }) => Date.now() - new Date(due).getTime() > hangsMs);
    if (open.length === 0 || late.length > 0) return late.map(({ key }) => key);
    await pause(1_000);
  }
}

/**
 * How often each alarm is stored, and how many deliveries to each receiver were handed over. The next mail about a code comes ten
 * minutes after the last: its delivery waits.
 */
const tellingsOf = `
  select x.id::text, (select count(*)::int from alarms a where a.identity = x.id::text and a.told_at is not null) as stored,
    count(d.id) filter (where d.step = 1 and d.account_id = $2 and exists (select from notices n where n.id = d.notice_id))::int as named,
    count(d.id) filter (where d.step = 2 and d.account_id = $3 and exists (select from notices n where n.id = d.notice_id))::int as step,
    count(d.id) filter (where d.channel = 'MAIL' and (d.state = 'WAITING' and d.due_at > now()
      or exists (select from notice_mails m where m.id = d.notice_id and m.state = 'SENT')))::int as mails
  from unnest($1::uuid[]) x(id) left join alarms o on o.identity = x.id::text left join alarm_deliveries d on d.alarm_id = o.id
  group by x.id`;
interface Told {
  id: string;
  stored: number;
  named: number;
  step: number;
  mails: number;
}

/** Notices and mails that count another number of alarms than were told by them. */
const miscounted = `
  select 'notice ' || n.id as key from (select id, params from notices where alarm_id is not null
    union all select id, params from notice_mails) n
  where (n.params ->> 'count')::int <> (select count(*) from alarm_deliveries d where d.notice_id = n.id)`;
const sentMails = `select id::text as key from notice_mails where state = 'SENT'`;

async function evaluate(db: Db, ids: readonly string[], messageIds: readonly string[]) {
  const read = <T>(statement: string, values: unknown[] = []) =>
    inScope(db, '*', (tx) => tx.raw<T>(statement, values));
  const rows = await read<Told>(tellingsOf, [ids, byName.id, byStep.id]);
  const counts = rows.map(({ id, ...told }) => ({ id, told }));
  const line = ({ id, told }: (typeof counts)[number]) => `${id} ${JSON.stringify(told)}`;
  const mails = (await read<{ key: string }>(sentMails)).map(({ key }) => ({
    key,
    arrived: messageIds.filter((messageId) => messageId.includes(key)).length,
  }));
  return {
    missing: [
      ...counts.filter(({ told }) => Math.min(...Object.values(told)) < 1).map(line),
      ...mails.filter(({ arrived }) => arrived === 0).map(({ key }) => `mail ${key}`),
    ],
    doubled: [
      ...counts.filter(({ told }) => Math.max(...Object.values(told)) > 1).map(line),
      ...(await read<{ key: string }>(miscounted)).map(({ key }) => key),
    ],
    mails: mails.length,
    mailedTwice: mails.filter(({ arrived }) => arrived > 1).length,
  };
}

/** Kills the server repeatedly while robots raise alarms and people are notified, and checks what reached whom. */
export async function alarmsUnderKills({
  db,
  databaseUrl,
  kills,
  say,
}: AlarmFaultOptions): Promise<AlarmFaultResult> {
  await configure(db);
  const devices: Registered[] = [];
  while (devices.length < kills * robotsPerRound) devices.push(await aDevice(db, companyIds.mall));
  const mailbox = await openMailbox();
  const values = {
    MQTT_PORT: `${await freePort()}`,
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Sweepline <notices@sweepline.example>',
  };
  const server = await createKillableServer(databaseUrl, { values });
  const raised: Promise<string>[] = [];
  try {
    await server.start();
    const { mqttUrl } = server.addresses();
    for (let kill = 1; kill <= kills; kill += 1) {
      for (const device of devices.splice(0, robotsPerRound))
        raised.push(raise(device, codes[kill % codes.length]!, mqttUrl));
      await pause(Math.random() * maxKillMs);
      await server.kill();
      await server.start();
      if (kill % 5 === 0 || kill === kills)
        say(`${kill} kills, ${raised.length} alarms, ${mailbox.received.length} mails`);
    }
    const ids = await Promise.all(raised);
    const hanging = await untilDone(db);
    const messageIds = mailbox.received.map(({ mail }) => mail.messageId ?? '');
    return { alarms: ids.length, hanging, ...(await evaluate(db, ids, messageIds)) };
  } finally {
    await server.remove();
    await mailbox.close();
  }
}
