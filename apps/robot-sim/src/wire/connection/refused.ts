/** Thrown when an instant action is refused; the message is the reason. */
export class Refused extends Error {
  readonly errorType: string;

  constructor(errorType: string, message: string) {
    super(message);
    this.errorType = errorType;
  }
}
