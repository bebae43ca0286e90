import type { ErrorName } from '@sweepline/contract';
import { Refusal } from '../calls/ctx.ts';

/** A request refused for its transport, not for its content; the HTTP status shows it too. */
export class RequestRefusal extends Refusal {
  readonly statusCode: number;
  constructor(reason: ErrorName, statusCode: number) {
    super(reason);
    this.statusCode = statusCode;
  }
}

/** Too many public calls from one address, or from all addresses together. */
export class TooManyPublicCalls extends RequestRefusal {
  constructor() {
    super('tooMany', 429);
  }
}
