import type { ErrorName } from '@sweepline/contract';
import { Refusal, type RefusalDetails } from '../calls/ctx.ts';

/** A request refused for its transport, not for its content; the HTTP status shows it too. */
export class RequestRefusal extends Refusal {
  readonly statusCode: number;
  /** Seconds after which the request may be repeated. */
  readonly retryAfterS: number | undefined;
  constructor(reason: ErrorName, statusCode: number, retryAfterS?: number, details?: RefusalDetails) {
    super(reason, details);
    this.statusCode = statusCode;
    this.retryAfterS = retryAfterS;
  }
}

/** Too many public calls from one address, or from all addresses together. */
export class TooManyPublicCalls extends RequestRefusal {
  constructor() {
    super('tooMany', 429);
  }
}

/** The database cannot be reached at present; an embedded one is being started again. */
export class DatabaseAwayRefusal extends RequestRefusal {
  constructor() {
    super('databaseAway', 503, 3);
  }
}
