/** Why an instant action failed. */
export class Refused extends Error {
  readonly errorType: string;

  constructor(errorType: string, why: string) {
    super(why);
    this.errorType = errorType;
  }
}
