import { createHash } from 'node:crypto';
import { topics } from '@sweepline/contract';
import type { UpTopic } from '@sweepline/contract/robot';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Documents } from '../sessions/document-store.ts';
import { setLive } from '../sessions/live-groups.ts';
import { flag } from '../sessions/live.ts';
import type { LiveStore } from '../sessions/live-store.ts';
import { vehicleOf, type Session } from '../sessions/session.ts';
import type { DeadLetters } from './dead-letters.ts';

interface DeclarationDeps {
  bus: Bus;
  documents: Documents;
  live: LiveStore;
  deadLetters: DeadLetters;
}

const digestOf = (session: Session) =>
  createHash('sha256')
    .update(JSON.stringify(vehicleOf(session)))
    .digest('hex')
    .slice(0, 16);

/** What robots declare of themselves: docs/protocol/capabilities.md. */
export function createDeclarations({ bus, documents, live, deadLetters }: DeclarationDeps) {
  /** The faults last reported of each session, because the document is sent again with every change of a version. */
  const lastFaults = new WeakMap<Session, string>();
  return {
    /** Marks the device, and tells once which fields were left out. */
    note(
      session: Session,
      topic: UpTopic,
      message: Record<string, unknown>,
      faults: readonly string[],
    ): void {
      const detail = faults.join(', ');
      if ((lastFaults.get(session) ?? '') === detail) return;
      lastFaults.set(session, detail);
      if (detail === '') return;
      flag(
        session,
        faults.map((field) => `DECLARATION:${field}`),
      );
      const { device } = session;
      const payload = Buffer.from(JSON.stringify(message));
      deadLetters.reject({ reason: 'DECLARATION', topic, sn: device.sn, device, detail, payload });
    },

    /** Tells pages once the new declaration is stored, because they read it from there. */
    stored(session: Session): void {
      const declaration = digestOf(session);
      if (session.live.declaration === declaration) return;
      void documents.flush().then(() => {
        if (declaration !== digestOf(session)) return;
        const { deviceId, companyId } = session.device;
        live.changed(session, setLive(session, { declaration }, true));
        bus.publish(topics.declared, { deviceId }, { companyId });
      });
    },
  };
}
