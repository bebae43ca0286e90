import { createEnrolment } from './binding/enrolment.ts';
import type { Base } from './assembly-base.ts';
import type { Engine } from './assembly-engine.ts';
import { createIngest } from './intake/ingest.ts';
import { createJournal, type Entry } from './intake/journal.ts';
import { createPushedDocuments } from './settings/pushed-document.ts';
import { createRateGuard } from './intake/rate-guard.ts';
import type { RegistrationRefresh } from './identity/registration-refresh.ts';
import { createRideUplink } from './elevators/ride-uplink.ts';
import { createRequests } from './settings/requests.ts';
import { createRunUplink } from './intake/run-uplink.ts';
import { inScope } from '../platform/db/db.ts';
import { createUplink } from './intake/uplink.ts';
import { refusedFile } from './device-http/file-access.ts';

interface IntakeDeps {
  refreshes: RegistrationRefresh;
  deviceChanged(deviceId: string): Promise<void>;
}

/** The path of a message: checked, delivered and, if durable, stored and acknowledged. */
export function createIntake(base: Base, engine: Engine, { refreshes, deviceChanged }: IntakeDeps) {
  const { db, sessionOf, deadLetters, acknowledger } = base;
  const uplink = createUplink({
    ...base,
    ...engine,
    sessionOf: (delivery) => sessionOf(delivery.device),
    runUplink: createRunUplink({ ...base, ...engine }),
    journal: () => journal,
    late: ({ device, topic }) =>
      deadLetters.reject({ reason: 'LATE', topic, sn: device.sn, device, detail: '' }),
    rides: createRideUplink(base),
    stateSeen: base.waiting.stateSeen,
    answer: createRequests({
      ...base,
      sections: engine.sections,
      pushed: createPushedDocuments(db, base.files),
      refusedFile: (device, fileId) =>
        inScope(db, '*', (tx) => refusedFile(tx, device, fileId), { readOnly: true }),
    }),
  });
  const journal = createJournal({
    ...base,
    storeDeadLetter: (entry, error) => storeDeadLetter(base, entry, error),
    apply: uplink.apply,
    writeRows: engine.runRegistry.settle,
    ended: engine.runRegistry.ended,
    acknowledge: (entries) => {
      for (const { delivery, msgId } of entries)
        acknowledger.add(sessionOf(delivery.device), delivery.sentId ?? msgId);
    },
  });
  const ingest = createIngest({
    ...base,
    guard: createRateGuard(base.limits),
    deliver: uplink.deliver,
    acknowledge: (device, msgId) => acknowledger.add(sessionOf(device), msgId),
    refreshes,
    enrol: createEnrolment({ ...base, deviceChanged }, base.autoAdopt ?? 'pending'),
    raise: (device, code) => engine.alarms.raise(sessionOf(device), code),
  });
  return { ingest, journal };
}
export type Intake = ReturnType<typeof createIntake>;

function storeDeadLetter({ log, deadLetters }: Base, { delivery }: Entry, error: unknown): void {
  const { topic, device, message } = delivery;
  log.error({ error, topic, sn: device.sn }, 'a durable message could not be stored');
  const payload = Buffer.from(JSON.stringify(message));
  deadLetters.reject({ reason: 'INTERNAL', topic, sn: device.sn, device, detail: String(error), payload });
}
