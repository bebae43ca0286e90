import type { ErrorName } from '@sweepline/contract';
import { Refusal } from '../calls/ctx.ts';

/** A request refused for what it is on the wire, not for what it asks; the HTTP status says so too. */
export class RequestRefusal extends Refusal {
  readonly statusCode: number;
  constructor(reason: ErrorName, statusCode: number) {
    super(reason);
    this.statusCode = statusCode;
  }
}

/** One address, or all together, made too many public calls. */
export class TooManyPublicCalls extends RequestRefusal {
  constructor() {
    super('tooMany', 429);
  }
}
