import type { Db } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { agreementBuilders } from '../../articles/agreement-builders.ts';
import { apiUserBuilders } from '../../open-api/api-user-builders.ts';
import { articleBuilders } from '../../articles/article-builders.ts';
import { auditBuilders } from './audit-builders.ts';
import { cardBuilders } from './card-builders.ts';
import { chatUserBuilders } from './chat-user-builders.ts';
import { elevatorBuilders } from '../../elevators/elevator-builders.ts';
import { invitationBuilders } from './invitation-builders.ts';
import { maintenanceBuilders } from './maintenance-builders.ts';
import { roleBuilders } from './role-builders.ts';
import { screenBuilders } from './screen-builders.ts';
import { webhookBuilders } from '../../open-api/webhook-builders.ts';

/** The builders that need nothing but a database and a clock. */
export const plainBuilders = (db: Db, now: Clock) => ({
  ...invitationBuilders(db, now),
  ...screenBuilders(db, now),
  ...apiUserBuilders(db, now),
  ...webhookBuilders(db, now),
  ...articleBuilders(db, now),
  ...agreementBuilders(db, now),
  ...elevatorBuilders(db, now),
  ...roleBuilders(db, now),
  ...chatUserBuilders(db, now),
  ...maintenanceBuilders(db, now),
  ...cardBuilders(db, now),
  ...auditBuilders(db, now),
});
