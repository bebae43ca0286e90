const clockWithoutZone = /\d[T ]\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?$/i;

/** A robot's time in milliseconds; NaN for a text that is none. A time without a zone is UTC: robots do not know the server's zone. */
export const robotTimeMs = (text: string): number =>
  Date.parse(clockWithoutZone.test(text) ? `${text}Z` : text);
