/** Codes of errors that a client acts on; a browser loads them without the texts. */
export const errorCodes = {
  signedOut: 20004,
  kicked: 20005,
  agreementDue: 20006,
  notFound: 404,
  changedMeanwhile: 409,
} as const;
